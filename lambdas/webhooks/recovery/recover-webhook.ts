/**
 * `POST /v1/webhooks/{id}/recover`: resends all deliveries that failed in a given period, or only counts them
 * if `dry_run` is set.
 */
import { auditedWebhook } from '../audited-webhook.ts';
import { ownedWebhook, type FormFinder } from '../../auth/ownership.ts';
import { actorOf } from '../../core/caller.ts';
import { DAY, SECOND, timestamp, type Clock } from '../../core/clock.ts';
import { Conflict, ValidationFailed } from '../../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { recoverWebhook as operation } from '../webhook-operations.ts';
import { assertOwnWebhook } from '../apps/app-webhook.ts';
import { assertNoSubscription } from '../subscriptions/refuse-subscription.ts';
import { webhookStore } from '../webhook-store.ts';
import { failedDeliveryStore } from './failed-delivery-store.ts';
import { recoveryQueue } from './recovery-queue.ts';
import { recoveryStore } from './recovery-store.ts';
import { submissionStatusStore } from './submission-status-store.ts';
import {
  MAX_RECOVERY_DAYS,
  newRecovery,
  type FailedPosition,
  type FailedSpan,
  type Recovery,
} from './recovery.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly failed: Pick<ReturnType<typeof failedDeliveryStore>, 'count' | 'page'>;
  readonly submissions: ReturnType<typeof submissionStatusStore>;
  readonly recoveries: Pick<ReturnType<typeof recoveryStore>, 'create'>;
  readonly queue: Pick<ReturnType<typeof recoveryQueue>, 'start'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Maximum time for counting failed deliveries before the response is sent, in milliseconds. */
const COUNT_MS = 5 * SECOND;
/** Number of failed deliveries whose submissions are read at the same time. */
const PAGE = 100;

/** Thrown if a recovery of this webhook is already running. */
class RecoveryRunning extends Conflict {
  override readonly extra: { recovery_id: string };
  constructor({ recovery_id }: Recovery) {
    super(`A recovery of this webhook is already running: ${recovery_id}. Wait for it to finish.`);
    this.extra = { recovery_id };
  }
}

/**
 * Starts a recovery. If the same request is repeated while the recovery is running, returns the same response
 * without starting another recovery.
 */
export function recoverWebhook({
  forms,
  webhooks,
  failed,
  submissions,
  recoveries,
  queue,
  now,
  random,
}: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { account_id } = caller;
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    assertOwnWebhook(caller, webhook);
    assertNoSubscription(webhook);
    const { webhook_id, enabled } = webhook;
    const at = now();
    const span = spanOf(body, at);
    const isOutOfTime = (): boolean => now() >= at + COUNT_MS;
    if (body.dry_run === true) {
      const period = { since: timestamp(span.since), until: timestamp(span.until) };
      const deliveries = await countSendable({ webhook_id, ...period }, { failed, submissions, isOutOfTime });
      return { status: 200, body: { deliveries, ...period } };
    }
    if (!enabled) throw new Conflict('The webhook is disabled. Enable it first.');
    const { since, until, ...empty } = newRecovery(
      { webhook_id, account_id, actor: actorOf(caller) },
      span,
      0,
      at,
      random,
    );
    const created = {
      ...empty,
      since,
      until,
      deliveries: await failed.count({ webhook_id, since, until }, isOutOfTime),
    };
    const running = await recoveries.create(created, audit.rowOf(auditedWebhook(webhook)));
    if (running && (running.since !== since || running.asked_until !== created.asked_until)) {
      throw new RecoveryRunning(running);
    }
    if (!running) await queue.start(created);
    const { recovery_id, deliveries } = running ?? created;
    return { status: 202, body: { recovery_id, deliveries } };
  };
}

/**
 * Counts the failed deliveries of submissions that still exist and aren't spam. If time runs out, returns the
 * number counted so far.
 */
async function countSendable(
  span: FailedSpan,
  { failed, submissions, isOutOfTime }: Pick<Deps, 'failed' | 'submissions'> & { isOutOfTime(): boolean },
): Promise<number> {
  let count = 0;
  for (let after: FailedPosition | undefined; ;) {
    const { rows, isLast } = await failed.page(span, after, PAGE);
    const statuses = await submissions.statuses(rows.map(({ delivery_id }) => delivery_id));
    count += [...statuses.values()].filter((status) => status === 'received').length;
    after = rows.at(-1);
    if (isLast || isOutOfTime()) return count;
  }
}

/**
 * Returns the period of a recovery request.
 * @throws ValidationFailed if the period is invalid
 */
function spanOf(
  body: HttpRequest<typeof operation>['body'],
  now: number,
): { since: number; until: number; askedUntil: string | null } {
  const since = Date.parse(body.since);
  const asked = body.until === undefined ? now : Date.parse(body.until);
  if (since < now - MAX_RECOVERY_DAYS * DAY) {
    throw new ValidationFailed([{ path: 'since', message: `must be at most ${MAX_RECOVERY_DAYS} days ago` }]);
  }
  if (since > now) throw new ValidationFailed([{ path: 'since', message: 'must not be in the future' }]);
  if (asked < since) throw new ValidationFailed([{ path: 'until', message: 'must not be before since' }]);
  // Exclude deliveries that fail after the recovery starts, because the recovery itself might have sent them.
  return { since, until: Math.min(asked, now), askedUntil: body.until ?? null };
}

export const handler = managementHandler(
  operation,
  [
    'FORMS_TABLE',
    'WEBHOOKS_TABLE',
    'DELIVERIES_TABLE',
    'RECOVERIES_TABLE',
    'RECOVERIES_QUEUE_URL',
    'SUBMISSIONS_TABLE',
  ],
  (db, environment) =>
    recoverWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      failed: failedDeliveryStore(db, environment.DELIVERIES_TABLE),
      submissions: submissionStatusStore(db, environment.SUBMISSIONS_TABLE),
      recoveries: recoveryStore(db, environment.RECOVERIES_TABLE),
      queue: recoveryQueue(environment.RECOVERIES_QUEUE_URL),
      now: Date.now,
      random: systemRandom,
    }),
);
