/**
 * Consumes the delivery queue and makes each delivery's next attempt. If an attempt fails, starts the retry
 * state machine, which requeues the delivery when the next attempt is due. Deliveries to slow endpoints move
 * to a separate queue, which this function also consumes.
 */
import { messageSource, type ReceivedMessage } from '../../aws/event-sources/receive-more.ts';
import { sqsClient, sqsReceiptClient } from '../../aws/clients/sqs-client.ts';
import { deliveryQueue, deliveryTask, type DeliveryTask } from './delivery-queue.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { ownerIdOfWebhook, parentsOfDelivery } from '../../core/ids.ts';
import { logIdsOf } from '../../core/log-ids.ts';
import { ladderName, retryLadderClient, timeOfLadder } from './retry-ladder-client.ts';
import { runNextAttempt } from './run-delivery.ts';
import { runProbe, type ProbeConfig, type ProbeDeps } from './run-probe.ts';
import { recordLateOutcome } from './record-outcome.ts';
import type { DeliveryProgress, Slow } from './delivery-state.ts';
import { failedDeliveryStore } from '../recovery/failed-delivery-store.ts';
import { readEnvironment } from '../../environment.ts';
import { deliveryDeps } from './delivery-deps.ts';
import { sqsHandlerWithPolling } from '../../aws/event-sources/sqs-handler.ts';

/**
 * Thrown if the message arrived before its attempt was due. The message becomes visible again when the
 * attempt is due.
 */
class AttemptNotDue extends Error {
  override readonly name = 'AttemptNotDue' as const;
}

/**
 * Thrown if another sender is making this attempt or crashed during it. The message becomes visible again
 * once the outcome is known.
 */
class AttemptInProgress extends Error {
  override readonly name = 'AttemptInProgress' as const;
}

interface Deps {
  readonly deps: ProbeDeps;
  readonly config: ProbeConfig;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'delay'>;
  /** The slow-endpoint queue. */
  readonly slowQueue: Pick<ReturnType<typeof deliveryQueue>, 'delay' | 'addSlow'>;
  readonly ladder: Pick<ReturnType<typeof retryLadderClient>, 'start'>;
}

/** Returns a handler for a single message. */
export function deliver({ deps, config, queue, slowQueue, ladder }: Deps) {
  const perform = (task: DeliveryTask): Promise<DeliveryProgress | Slow> => {
    if (task.task === 'record-outcome') return recordLateOutcome(task.unrecorded, deps, config);
    const { delivery_id, ladder: name, first, slow } = task;
    if (ownerIdOfWebhook(delivery_id) !== undefined) {
      const due = name === undefined ? undefined : timeOfLadder(name);
      return runProbe(delivery_id, due, deps, config);
    }
    return runNextAttempt(delivery_id, deps, config, { first, queue: slow ? undefined : 'fast' });
  };
  return async (
    task: DeliveryTask,
    { receiptHandle }: Pick<ReceivedMessage, 'receiptHandle'>,
  ): Promise<void> => {
    const { delivery_id } = task;
    const delayUntil = (time: string): Promise<void> =>
      (task.slow ? slowQueue : queue).delay(receiptHandle, (Date.parse(time) - deps.now()) / 1000);
    const progress = await perform(task);
    switch (progress.kind) {
      case 'finished':
        return;
      case 'slow':
        return slowQueue.addSlow(delivery_id);
      case 'busy':
        await delayUntil(progress.until);
        throw new AttemptInProgress(`${delivery_id} until ${progress.until}`);
      case 'wait': {
        const name = ladderName(delivery_id, progress.until);
        // The retry execution ended too early because it failed or its clock is ahead. Delay the message
        // instead of starting another execution, because Step Functions doesn't accept the same name twice.
        if (name === task.ladder) {
          await delayUntil(progress.until);
          throw new AttemptNotDue(`${delivery_id} until ${progress.until}`);
        }
        const { webhookId = delivery_id } = parentsOfDelivery(delivery_id) ?? {};
        return ladder.start(name, {
          delivery_id,
          webhook_id: webhookId,
          next_attempt_at: progress.until,
        });
      }
    }
  };
}

const environment = readEnvironment(
  'DELIVERIES_QUEUE_URL',
  'DELIVERIES_TABLE',
  'PROBE_TIMES_SECONDS',
  'SLOW_DELIVERIES_QUEUE_URL',
  'RETRY_LADDER_ARN',
);

const db = documentClient();
const { deps, config } = deliveryDeps(db);
const failed = failedDeliveryStore(db, environment.DELIVERIES_TABLE);
const clients = { receipts: sqsReceiptClient(), others: sqsClient() };
const sources = [environment.DELIVERIES_QUEUE_URL, environment.SLOW_DELIVERIES_QUEUE_URL].map((url) => ({
  name: url.split('/').at(-1) ?? '',
  source: messageSource(url, clients),
}));

export const handler = sqsHandlerWithPolling(
  {
    message: deliveryTask,
    logIds: ({ delivery_id }) => logIdsOf(delivery_id),
    handle: deliver({
      deps: {
        ...deps,
        oldestFailed: async (span, limit) => (await failed.page(span, undefined, limit)).rows,
      },
      config: { ...config, probeTimesSeconds: environment.PROBE_TIMES_SECONDS },
      queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
      slowQueue: deliveryQueue(environment.SLOW_DELIVERIES_QUEUE_URL),
      ladder: retryLadderClient(environment.RETRY_LADDER_ARN),
    }),
  },
  {
    sourceOf: (arn) => sources.find(({ name }) => arn.endsWith(`:${name}`))?.source,
    // Stop receiving messages early enough to finish the last one before the function times out.
    forMs: config.deadlineMs,
    now: deps.now,
    pause: deps.pause,
  },
);
