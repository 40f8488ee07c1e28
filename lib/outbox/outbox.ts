/**
 * Creates the outbox: the fan-out of stored submissions to webhooks, e-mails and the event bus, and the
 * sweeper that retries failed fan-outs.
 */
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { emailRecipients } from '../../lambdas/forms/form.ts';
import { sampledSubmissionAttributes, SWEEP_PROGRESS } from '../../lambdas/outbox/missed-submissions.ts';
import { webhookAttributes } from '../../lambdas/webhooks/webhook.ts';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import { serviceMetric, twoSweeps } from '../alarms/service-metrics.ts';
import { grantWatch, watched, type QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, variable, type Grant, type Stage } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import type { EventAnnouncements } from './event-announcements.ts';
import type { FileDeletion } from './file-deletion.ts';
import { FailedRecords, grantCount } from '../storage/failed-records-bucket.ts';
import type { Storage } from '../storage/storage.ts';
import type { WebhookDelivery } from '../webhooks/webhook-delivery.ts';
import { fanOutFilters } from './fan-out-filters.ts';

export interface OutboxProps extends Stage {
  readonly storage: Storage;
  readonly webhooks: WebhookDelivery;
  /** Undefined if the stage has no mail sender. */
  readonly emails: EmailSending | undefined;
  readonly fileDeletion: FileDeletion;
  /** Undefined if the stage has no event bus. */
  readonly events: EventAnnouncements | undefined;
}

export class Outbox extends Construct {
  readonly #sweeper: ServiceFunction;
  readonly #sweepMinutes: number;

  constructor(scope: Construct, id: string, props: OutboxProps) {
    super(scope, id);
    this.#sweepMinutes = props.settings.sweepMinutes;
    const grants = fanOutGrants(props);
    const failedSubmissions = this.#fanOut(grants, props);
    this.#sweeper = this.#makeSweeper(
      [
        ...grants,
        failedSubmissions.grantReadAndDelete('FAILED_SUBMISSIONS_BUCKET'),
        props.webhooks.grantResumeRecovery,
      ],
      props,
    );
    this.#alarmOnSweeper(props);
  }

  /**
   * Schedules the sweeper, which publishes the number of failed batches in these buckets, and of dead letters
   * in these queues. Pass all of the stage's failed-record buckets and queues.
   */
  schedule(queues: readonly QueueWithDeadLetters[], failedRecords: readonly FailedRecords[]): void {
    grantCount(failedRecords)(this.#sweeper);
    // Use a separate policy, because the names of all queues don't fit into the role's own policy.
    shared(this.#sweeper, 'WatchQueues', grantWatch(queues))(this.#sweeper);
    new Rule(this, 'SweepSchedule', {
      description: 'Runs the sweeper, which restarts webhook deliveries that got stuck',
      schedule: Schedule.rate(Duration.minutes(this.#sweepMinutes)),
      targets: [
        new LambdaFunction(this.#sweeper.lambda, {
          retryAttempts: 0,
          event: RuleTargetInput.fromObject({ queues: watched(queues) }),
        }),
      ],
    });
  }

  /** Makes the sweeper check that Lambda reads these streams. Pass all of the stage's event source mappings. */
  watch(mappings: readonly CfnEventSourceMapping[]): void {
    const stack = Stack.of(this);
    const streams = mappings.filter(({ startingPosition }) => startingPosition !== undefined);
    const named = streams.map((each) => [functionIdOf(each), each.ref]);
    this.#sweeper.setVariable('STREAM_MAPPINGS', stack.toJsonString(named));
    const arnOf = ({ ref: resourceName }: CfnEventSourceMapping): string =>
      stack.formatArn({
        service: 'lambda',
        resource: 'event-source-mapping',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    this.#sweeper.allow(
      new PolicyStatement({ actions: ['lambda:GetEventSourceMapping'], resources: streams.map(arnOf) }),
    );
  }

  /**
   * Creates the fan-out function. Returns the bucket for stream records that the function could not process.
   */
  #fanOut(grants: readonly Grant[], { storage, events, settings, bundles }: OutboxProps): FailedRecords {
    const fanOut = new ServiceFunction(this, 'FanOut', {
      settings,
      bundles,
      entry: 'outbox/fan-out-submissions',
      description: 'Queues a delivery for each enabled webhook of a new submission, and its e-mails',
      timeout: Duration.seconds(30),
      grants,
    });
    const failedRecords = new FailedRecords(this, 'FailedSubmissions', { settings });
    storage.submissions.streamTo(fanOut, {
      filters: fanOutFilters({ hasEventBus: events !== undefined }),
      batchSize: 100,
      parallelizationFactor: 4,
      failedRecords,
      lateAfter: Duration.minutes(15),
      lateImpact:
        'The fan-out is more than 15 minutes behind. Webhooks and e-mails for new submissions are not being sent.',
    });
    return failedRecords;
  }

  #makeSweeper(
    grants: readonly Grant[],
    { storage, webhooks, settings, bundles }: OutboxProps,
  ): ServiceFunction {
    const { deliveries, slowDeliveries } = webhooks.queues;
    const sweeper = new ServiceFunction(this, 'Sweep', {
      settings,
      bundles,
      entry: 'outbox/sweep',
      description: 'Restarts overdue deliveries, and repeats the fan-out of submissions for which it failed',
      timeout: Duration.minutes(2),
      grants: [
        ...grants,
        storage.deliveries.grant('UpdateItem'),
        storage.deliveries.grantQueryIndex('overdue'),
        storage.webhooks.grantReadAttributes(webhookAttributes, 'Scan'),
        storage.submissions.grantReadAttributes(sampledSubmissionAttributes, 'Query'),
        storage.counters.grantKeyPrefix(SWEEP_PROGRESS, 'GetItem', 'PutItem'),
        deliveries.grantRedrive('DELIVERIES_DEAD_LETTERS_URL'),
        slowDeliveries.grantRedrive('SLOW_DELIVERIES_DEAD_LETTERS_URL'),
      ],
    });
    return sweeper;
  }

  #alarmOnSweeper({ settings }: OutboxProps): void {
    new ServiceAlarm(this, 'SweepFails', {
      metric: this.#sweeper.lambda.metricErrors({ period: Duration.minutes(settings.sweepMinutes) }),
      threshold: 1,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      notifyIfMissing: true,
      impact:
        'The sweeper is failing or not running. Webhook deliveries and e-mails that got stuck are not sent until it ' +
        'works again.',
      action:
        'Find the error in the log of the Sweep function, or check that its EventBridge rule is enabled.',
    });
    const found = (metricName: 'MissedSubmissions' | 'StoppedStreams') =>
      serviceMetric(settings, metricName, undefined, 'Maximum').with({ period: twoSweeps(settings) });
    new ServiceAlarm(this, 'SubmissionsMissed', {
      metric: found('MissedSubmissions'),
      threshold: 1,
      impact:
        'Submissions older than an hour have no delivery for an enabled webhook. Nobody was notified of them.',
      action: 'Query the log of the Sweep function for MissedSubmissions, then repeat the fan-out.',
    });
    new ServiceAlarm(this, 'StreamsStopped', {
      metric: found('StoppedStreams'),
      threshold: 1,
      impact: 'Lambda does not read the stream of a table, so no function handles its changes.',
      action: 'Enable the event source mapping of the function that the sweeper logs, within 24 hours.',
    });
  }
}

/** Returns the logical id of the function that an event source mapping invokes. */
function functionIdOf({ node }: CfnEventSourceMapping): string {
  return node.scopes.findLast((each) => each instanceof ServiceFunction)?.node.id ?? node.id;
}

/**
 * Returns the grants for finding a submission's webhooks and recipients and for notifying them. The sweeper needs the
 * same grants to repeat a fan-out.
 */
function fanOutGrants({
  storage,
  webhooks,
  emails,
  fileDeletion,
  events,
  settings,
}: OutboxProps): readonly Grant[] {
  return [
    storage.grantListWebhooks,
    storage.deliveries.grant('GetItem', 'PutItem'),
    // Reads the form's recipients, and the form's slug for webhook filters that compare it.
    storage.forms.grantReadAttributes(emailRecipients.keyof().options, 'GetItem'),
    webhooks.queues.deliveries.grant('SendMessage'),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    ...(emails ? [emails.grantNotify] : []),
    fileDeletion.grantRequest,
    ...(events ? [events.grantRequest] : []),
  ];
}
