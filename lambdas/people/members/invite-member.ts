/** `POST /v1/members`: invites a user to the account. */
import { actorOf } from '../../core/caller.ts';
import { cognitoClient } from '../../aws/clients/cognito-client.ts';
import type { Clock } from '../../core/clock.ts';
import { Conflict, RateLimited } from '../../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { addEmail } from '../../aws/email-queue.ts';
import { readIfGiven } from '../../environment.ts';
import { accountFormsStore } from '../../auth/account-forms-store.ts';
import { preferredLanguage } from '../../http/browser.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { inviteMember as operation } from '../people-operations.ts';
import { invitationSender } from './invitation-sender.ts';
import { invitingCounter, type InvitationEmailJob } from './invitation.ts';
import { assertForms, assertMayGive, lastOwner } from './member-limits.ts';
import { auditedMember, newMember, toMemberView } from '../../auth/member.ts';
import { membershipStore } from './membership-store.ts';
import { userPoolStore } from './user-pool-store.ts';

interface Deps {
  readonly members: Pick<ReturnType<typeof membershipStore>, 'invite'>;
  readonly forms: Pick<ReturnType<typeof accountFormsStore>, 'find'>;
  readonly userPool: ReturnType<typeof userPoolStore>;
  readonly queue: (job: InvitationEmailJob) => Promise<void>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Invites a user, or renews their invitation. The e-mail uses the language of the inviting member's browser,
 * because colleagues usually share a language.
 */
export function inviteMember({ members, forms, userPool, queue, now, random }: Deps) {
  return async ({
    event,
    body,
    caller,
    audit,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const { account_id } = caller;
    assertMayGive(body.role, caller);
    await assertForms(account_id, body.form_ids, forms);
    const accepted = event.headers['accept-language'];
    const language = accepted === undefined ? undefined : preferredLanguage(accepted);
    const invited = newMember(account_id, body, actorOf(caller), at, random, { language });
    const cap = invitingCounter(account_id, at);
    const send = invitationSender({ members, userPool, queue: (job) => runInBackground(queue(job)) });
    const result = await send(invited, {
      cap,
      rowOf: (id) => audit.rowOf(auditedMember({ ...invited, member_id: id }, caller.cursor_key)),
    });
    switch (result.outcome) {
      case 'invited':
        return { status: 201, body: toMemberView(result.member) };
      case 'is-member':
        throw new Conflict('This person is already a member of the account.');
      case 'last-owner':
        throw lastOwner();
      case 'cap-reached':
        throw new RateLimited(
          `An account can send at most ${cap.limit} invitations per hour. Try again later.`,
          Math.max(1, Math.ceil((cap.endsAt - at) / 1000)),
        );
    }
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'COUNTERS_TABLE',
    'FORMS_TABLE',
    'IDENTITIES_TABLE',
    'INVITATIONS_TABLE',
    'MEMBERS_TABLE',
  ],
  (db, environment) =>
    inviteMember({
      members: membershipStore(db, {
        accounts: environment.ACCOUNTS_TABLE,
        counters: environment.COUNTERS_TABLE,
        identities: environment.IDENTITIES_TABLE,
        invitations: environment.INVITATIONS_TABLE,
        members: environment.MEMBERS_TABLE,
      }),
      forms: accountFormsStore(db, environment.FORMS_TABLE),
      userPool: userPoolStore(readIfGiven('USER_POOL_ID'), cognitoClient),
      queue: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
      now: Date.now,
      random: systemRandom,
    }),
);
