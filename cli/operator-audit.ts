/** Creates audit rows for the operator's changes to an account. */
import { userInfo } from 'node:os';
import type { AuditTarget } from '../lambdas/audit/audit-event.ts';
import type { AuditPut } from '../lambdas/core/audit-row.ts';
import { auditLog } from '../lambdas/audit/audit-log-store.ts';
import type { Clock } from '../lambdas/core/clock.ts';
import type { RandomBytes } from '../lambdas/core/random.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Creates rows for transactions. The actor is named after the operator's user on this machine. */
export function operatorAudit(
  { db, tables }: Pick<ServiceConnection, 'db' | 'tables'>,
  now: Clock,
  random: RandomBytes,
) {
  const log = auditLog(db, tables.auditEvents, now, random);
  return {
    /**
     * Returns the row of a change, to be written in the transaction that makes it.
     * @param action the name of the API operation that does the same, if there is one
     * @param target defaults to the account itself
     */
    rowOf(
      accountId: string,
      action: string,
      {
        target = { type: 'account', id: accountId },
        outcome = 'completed',
      }: { target?: AuditTarget; outcome?: 'completed' | 'attempted' } = {},
    ): AuditPut {
      const actor = { type: 'operator', id: 'operator', name: userName() } as const;
      const source = { account_id: accountId, actor, request_id: null, ip: null };
      return log.rowOf(source, { action, target }, outcome);
    },
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no name, as in some containers.
    return 'operator';
  }
}
