/** Defines the grants for the sign-in functions. */
import type { Storage } from '../storage/storage.ts';
import type { SignIn } from './stage-issuer.ts';

export interface SignInOperationGrantsProps {
  readonly storage: Storage;
  readonly signIn: SignIn;
}

export function signInOperationGrants({ storage, signIn }: SignInOperationGrantsProps) {
  return {
    startSignIn: [signIn.grantIssuer],
    finishSignIn: [
      signIn.grantIssuer,
      signIn.grantClientSecret,
      storage.grantAddToAuditLog,
      storage.identities.grant('Query'),
      storage.identities.grantWriteWithoutReturn('PutItem', 'UpdateItem'),
      storage.members.grant('BatchGetItem'),
      storage.members.grantUpdateAttributes(
        'member_id',
        'role',
        'name',
        'identity_key',
        'joined_at',
        'invited_until',
      ),
      storage.invitations.grantWriteWithoutReturn('DeleteItem'),
      storage.accounts.grantUpdateAttributes('active_owners', 'invited_owners'),
      storage.sessions.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
    ],
    signOutOfIssuer: [signIn.grantIssuer],
  };
}
