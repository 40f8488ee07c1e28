/**
 * Gives each operation that changes something its row in the audit log
 * (docs/decisions/0029-an-audit-log-that-only-grows.md).
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { AuditSource } from '../audit/audit-event.ts';
import type { AuditAttempt, AuditLog } from '../audit/audit-log-store.ts';
import { actorOf, type Caller } from '../core/caller.ts';
import { isProblem } from '../core/errors.ts';
import type { RequestAuditor } from '../http/http-handler.ts';
import { mustBeAudited, type Operation } from '../http/operation.ts';
import { problemStatuses } from '../http/problem-document.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

/** Whose request it is, for the audit log. */
export function auditSourceOf(event: APIGatewayProxyEventV2, caller: Caller): AuditSource {
  const { requestId, http } = event.requestContext;
  return {
    account_id: caller.account_id,
    actor: actorOf(caller),
    request_id: requestId,
    ip: http.sourceIp,
  };
}

/**
 * Makes the auditor of each request of an operation; undefined for one that changes nothing.
 * @throws TypeError when the operation changes something and declares no row, or when there is no log to write it to
 */
export function auditorOf(
  operation: Operation,
  log: AuditLog | undefined,
): ((event: APIGatewayProxyEventV2, caller: Caller) => RequestAuditor) | undefined {
  const { name: action, audit } = operation;
  if (!audit) {
    if (mustBeAudited(operation)) throw new TypeError(`${action} declares no row in the audit log`);
    return undefined;
  }
  if (!log) throw new TypeError(`${action} has no audit log to write to`);
  return (event, caller) => {
    const source = auditSourceOf(event, caller);
    const change = (id: string | null) => ({ action, target: { type: audit.target, id } });
    return {
      rowOf: (targetId) => log.rowOf(source, change(targetId)),
      async run(respond) {
        if (audit.written === 'with-change') return respond();
        const attempt = await log.begin(source, change(plausibleId(event.pathParameters?.['id'])));
        return ended(attempt, respond);
      },
    };
  };
}

/** Nothing that cannot be an id gets into the log. */
const plausibleId = (id = ''): string | null => (/^[a-z]+_[0-9A-Z]{1,60}$/.test(id) ? id : null);

/**
 * Runs the operation and adds how it ended. After an error that is no refusal nobody knows what was done, and the row
 * stays `attempted`; so it does when its end cannot be stored, as the change itself is made then.
 */
async function ended<Result>(attempt: AuditAttempt, respond: () => Promise<Result>): Promise<Result> {
  const end = (outcome: 'completed' | 'failed'): Promise<void> =>
    attempt.end(outcome).catch((error: unknown) => logger.warn('audit row stays attempted', { error }));
  try {
    const result = await respond();
    await end('completed');
    return result;
  } catch (error) {
    if (isProblem(error) && problemStatuses[error.slug] < 500) await end('failed');
    throw error;
  }
}
