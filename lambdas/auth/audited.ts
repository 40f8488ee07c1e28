/**
 * Writes an audit log row for each operation that makes a change
 * (docs/decisions/0029-an-audit-log-that-only-grows.md).
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { attemptKeyOf, type AuditSource } from '../audit/audit-event.ts';
import type { AuditAttempt, AuditLog } from '../audit/audit-log-store.ts';
import { actorOf, type Caller } from '../core/caller.ts';
import { isProblem } from '../core/errors/errors.ts';
import type { AuditedTarget, AuditOfRequest } from '../http/http-handler.ts';
import { mustBeAudited, type Operation } from '../http/operation.ts';
import { problemStatuses } from '../http/problem-document.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

/** Describes the caller and the request for the audit log. */
export function auditSourceOf(event: APIGatewayProxyEventV2, caller: Caller, tool?: string): AuditSource {
  const { requestId, http } = event.requestContext;
  return {
    account_id: caller.account_id,
    actor: actorOf(caller),
    request_id: requestId,
    ip: http.sourceIp,
    ...(tool !== undefined && { tool }),
  };
}

/**
 * Returns a function that creates an auditor for each request to the operation, or undefined if the operation
 * makes no changes.
 * @throws TypeError when the operation makes changes but declares no audit log row, or when there is no audit
 *   log
 */
export function auditorOf(operation: Operation, log: AuditLog | undefined): AuditOfRequest | undefined {
  const { name: action, audit } = operation;
  if (!audit) {
    if (mustBeAudited(operation)) throw new TypeError(`${action} must declare an audit log row`);
    return undefined;
  }
  if (!log) throw new TypeError(`${action} has no audit log to write to`);
  return (event, caller, tool) => {
    const source = auditSourceOf(event, caller, tool);
    const target = (of: AuditedTarget, type = audit.target) => ({
      type,
      ...(typeof of === 'string' ? { id: of } : { id: of.id, name: of.name }),
    });
    return {
      rowOf: (of, changes, type) => log.rowOf(source, { action, target: target(of, type), changes }),
      attemptOf(of, changes) {
        const put = log.rowOf(source, { action, target: of, changes }, 'attempted');
        return { put, key: attemptKeyOf(put) };
      },
      async around(of, change) {
        return ended(await log.begin(source, { action, target: target(of) }), change);
      },
    };
  };
}

/**
 * Makes the change and adds its result to the audit row. After an unexpected error, the row stays
 * `attempted`, because the change might have been made. The row also stays `attempted` if the result can't be
 * stored.
 */
async function ended<Result>(attempt: AuditAttempt, change: () => Promise<Result>): Promise<Result> {
  const end = (outcome: 'completed' | 'failed'): Promise<void> =>
    attempt
      .end(outcome)
      .catch((error: unknown) => logger.warn('Failed to record the outcome in the audit log', { error }));
  try {
    const result = await change();
    await end('completed');
    return result;
  } catch (error) {
    if (isProblem(error) && problemStatuses[error.slug] < 500) await end('failed');
    throw error;
  }
}
