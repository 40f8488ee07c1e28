/**
 * Counts the e-mails that an account sends to its recipients on request (Counters table). These e-mails count
 * towards the same limits as confirmation e-mails.
 */
import { incrementWithin } from '../../aws/counter-store.ts';
import { failedConditions, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { SECOND, type Clock } from '../../core/clock.ts';
import { RateLimited } from '../../core/errors/errors.ts';
import { confirmationCaps, type ConfirmationLimits } from './confirmation-cap.ts';

export function recipientEmailCap(
  db: DocumentClient,
  countersTable: string,
  limits: ConfirmationLimits,
  now: Clock,
) {
  return {
    /**
     * Counts one e-mail.
     * @throws RateLimited if the account has reached a limit
     */
    async count(accountId: string): Promise<void> {
      const at = now();
      const caps = confirmationCaps(accountId, limits, at);
      const names = ['hour', 'day'] as const;
      try {
        await transact(db, {
          TransactItems: names.map((name) => ({ Update: incrementWithin(countersTable, caps[name]) })),
        });
      } catch (error) {
        const failed = names.find((_, index) => failedConditions(error)?.[index]);
        if (!failed) throw error;
        const { limit, endsAt } = caps[failed];
        throw new RateLimited(
          `An account can send at most ${limit} confirmation and test e-mails per ${failed}. Try again later.`,
          Math.max(1, Math.ceil((endsAt - at) / SECOND)),
        );
      }
    },
  };
}
