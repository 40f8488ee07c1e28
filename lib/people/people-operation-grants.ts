/** Defines the grants for the member, session and audit log functions. */
import { callerAccount } from '../../lambdas/people/caller-view.ts';
import { INVITING_COUNTER } from '../../lambdas/people/members/invitation.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf, type Grant } from '../aws/service-function.ts';
import type { SignIn } from '../sign-in/stage-issuer.ts';
import type { Storage } from '../storage/storage.ts';

export interface PeopleOperationGrantsProps {
  readonly storage: Storage;
  readonly signIn: SignIn;
  /** Lets a function send e-mails. Grants nothing if the stage has no mail sender. */
  readonly sendEmail: Grant;
}

export function peopleOperationGrants({ storage, signIn, sendEmail }: PeopleOperationGrantsProps) {
  const { authenticate, authenticateKey } = callerGrants(storage);
  /** Lets a function change a member and update the account's owner count. */
  const changeMember = allOf(
    storage.members.grant('GetItem', 'PutItem'),
    storage.accounts.grantUpdateAttributes('active_owners', 'invited_owners'),
    storage.identities.grantName,
    storage.invitations.grantName,
  );
  const endSessions = storage.sessions.grant('Query', 'BatchWriteItem');
  const readCallerAccount = storage.accounts.grantReadAttributes(callerAccount.keyof().options, 'GetItem');
  return {
    getMe: [authenticate, readCallerAccount],
    updateAccount: [authenticate, readCallerAccount, storage.accounts.grantUpdateAttributes('time_zone')],
    createSession: [authenticateKey, storage.sessions.grant('PutItem')],
    signOut: [storage.sessions.grant('DeleteItem')],
    listMembers: [authenticate, storage.members.grant('Query')],
    inviteMember: [
      authenticate,
      storage.grantReadForm,
      changeMember,
      storage.identities.grant('GetItem', 'PutItem'),
      storage.invitations.grant('PutItem'),
      storage.counters.grantKeyPrefix(INVITING_COUNTER, 'UpdateItem'),
      signIn.grantInvite,
      sendEmail,
    ],
    updateMember: [authenticate, storage.grantReadForm, changeMember],
    removeMember: [
      authenticate,
      changeMember,
      storage.members.grant('DeleteItem'),
      storage.identities.grant('DeleteItem'),
      storage.invitations.grant('DeleteItem'),
      endSessions,
      storage.connections.grant('Query', 'BatchWriteItem'),
    ],
    endMemberSessions: [authenticate, storage.members.grant('GetItem'), endSessions],
    listAuditLog: [authenticate, storage.auditEvents.grant('Query')],
  };
}
