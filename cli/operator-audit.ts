/** Creates audit log entries for changes that the operator makes to an account. */
import { userInfo } from 'node:os';
import type { AuditTarget } from '../lambdas/audit/audit-event.ts';
import type { AuditPut } from '../lambdas/core/audit-row.ts';
import { auditLog } from '../lambdas/audit/audit-log-store.ts';
import type { Clock } from '../lambdas/core/clock.ts';
import type { RandomBytes } from '../lambdas/core/random.ts';
import type { ServiceConnection } from './service-connection.ts';

/**
 * Returns a factory for audit log entries, which are written in transactions. The actor's name is the
 * operator's user name on this machine.
 */
export function operatorAudit(
  { db, tables }: Pick<ServiceConnection, 'db' | 'tables'>,
  now: Clock,
  random: RandomBytes,
) {
  const log = auditLog(db, tables.auditEvents, now, random);
  return {
    /**
     * Returns the audit log entry for a change, which must be written in the same transaction as the change.
     * @param action name of the equivalent API operation, if there is one
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
    // `userInfo` throws in containers whose user has no name.
    return 'operator';
  }
}
