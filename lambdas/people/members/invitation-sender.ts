/** Invites users, for the API, the operator's commands and deployments. */
import type { Member } from '../../auth/member.ts';
import { invitationJob, type InvitationEmailJob } from './invitation.ts';
import type { InvitationResult, membershipStore } from './membership-store.ts';
import type { userPoolStore } from './user-pool-store.ts';

type Invite = ReturnType<typeof membershipStore>['invite'];

export interface InvitationDeps {
  readonly members: { readonly invite: Invite };
  readonly userPool: ReturnType<typeof userPoolStore>;
  /** Queues the e-mail. Does nothing if the stage has no mail sender. */
  readonly queue: (job: InvitationEmailJob) => Promise<void> | void;
}

/**
 * Creates a function that invites a user, or renews their invitation. The e-mail links to the sign-in page,
 * so the user must be in the user pool first. If one of the steps fails, the caller can fix this by inviting
 * the user again.
 */
export function invitationSender({ members, userPool, queue }: InvitationDeps) {
  return async (invited: Member, options?: Parameters<Invite>[1]): Promise<InvitationResult> => {
    const result = await members.invite(invited, options);
    if (result.outcome === 'invited') {
      await userPool.add(result.member.email);
      await queue(invitationJob(result.member));
    }
    return result;
  };
}
