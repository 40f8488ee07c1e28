/**
 * Creates the resources that deliver webhooks: two queues, the function that makes every attempt, the retry
 * state machine and recoveries.
 */
import { Construct } from 'constructs';
import { allOf, ServiceFunction, variable, type Grant, type Stage } from '../aws/service-function.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import type { Storage } from '../storage/storage.ts';
import { deliverTimeout, makeDeliveryQueues, type DeliveryQueues } from './delivery-queues.ts';
import { Recoveries } from './recoveries.ts';
import { grantStartLadder, makeRetryLadder } from './retry-ladder.ts';
import { grantRequestRecovery, grantWebhookPing, grantWebhookSending } from './webhook-sending-grants.ts';

export interface WebhookDeliveryProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
  /** The service's own URLs, which aren't allowed as webhook URLs. */
  readonly ownUrls: readonly string[];
  /** Undefined if the stage has no mail sender. */
  readonly emails: EmailSending | undefined;
}

export class WebhookDelivery extends Construct {
  /** Lets a function send webhooks directly, for replays. */
  readonly grantSending: Grant;
  /** Lets a function send test pings. */
  readonly grantPing: Grant;
  /** Lets a function schedule probes and request the recovery of a webhook that was enabled again. */
  readonly grantHeal: Grant;
  /** Lets a function start recoveries. */
  readonly grantRecover: Grant;
  /** Lets a function resume webhook recoveries that stopped. */
  readonly grantResumeRecovery: Grant;
  readonly queues: DeliveryQueues;
  readonly ladderArn: string;

  constructor(scope: Construct, id: string, props: WebhookDeliveryProps) {
    super(scope, id);
    const { settings, bundles, storage, baseUrl } = props;
    this.queues = makeDeliveryQueues(this, settings);
    const { deliveries, slowDeliveries } = this.queues;
    const recoveries = new Recoveries(this, 'Recoveries', {
      settings,
      bundles,
      storage,
      queues: this.queues,
    });
    this.grantRecover = recoveries.grantStart;
    this.grantResumeRecovery = recoveries.grantResume;
    const sending = { ...props, queues: this.queues, recoverySteps: recoveries.steps };
    this.grantSending = grantWebhookSending(sending);
    this.grantPing = grantWebhookPing(sending);
    this.grantHeal = allOf(grantRequestRecovery(sending), deliveries.grant('SendMessage'));
    const ladder = makeRetryLadder(this, { settings, deliveries });
    this.ladderArn = ladder.stateMachineArn;

    const deliver = new ServiceFunction(this, 'Deliver', {
      settings,
      bundles,
      entry: 'webhooks/delivery/deliver',
      description: 'Makes the attempts of webhook deliveries when they are due',
      timeout: deliverTimeout(settings),
      // An attempt mostly waits for the endpoint. With less memory, and therefore less CPU, a busy stage
      // would need more concurrent invocations (docs/costs.md).
      memorySize: 384,
      grants: [
        baseUrl,
        this.grantSending,
        grantStartLadder(ladder),
        // Finds the oldest failed delivery, which is sent again as a probe.
        storage.deliveries.grantQueryIndex('failed'),
        variable('PROBE_TIMES_SECONDS', JSON.stringify(settings.probeTimesSeconds)),
        deliveries.grant('ChangeMessageVisibility'),
        slowDeliveries.grant('SendMessage', 'ChangeMessageVisibility'),
      ],
    });
    // The function processes all messages of a batch in parallel. While it waits for the slowest endpoint, it
    // receives more messages itself, using the same permissions as the event source mappings.
    deliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.deliverConcurrency });
    slowDeliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.slowDeliverConcurrency });
  }
}
