/**
 * Creates the outbox: the fan-out of stored submissions to webhooks, e-mails and the event bus, and the
 * sweeper that retries failed fan-outs.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import { ServiceFunction, variable, type Grant, type Stage } from '../aws/service-function.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import type { EventAnnouncements } from './event-announcements.ts';
import type { FileDeletion } from './file-deletion.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
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

  constructor(scope: Construct, id: string, props: OutboxProps) {
    super(scope, id);
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
   * Makes the sweeper publish the number of failed batches in these buckets. Pass all failed-record buckets
   * of the stage.
   */
  measure(failedRecords: readonly FailedRecords[]): void {
    const buckets = failedRecords.map(({ node, bucket }) => [node.id, bucket.bucketName] as const);
    const names = Stack.of(this).toJsonString(Object.fromEntries(buckets));
    this.#sweeper.setVariable('FAILED_RECORDS_BUCKETS', names);
    for (const each of failedRecords) each.grantCount(this.#sweeper);
  }

  /**
   * Creates the fan-out function. Returns the bucket for stream records that the function could not process.
   */
  #fanOut(grants: readonly Grant[], { storage, events, settings, bundles }: OutboxProps): FailedRecords {
    const fanOut = new ServiceFunction(this, 'FanOut', {
      settings,
      bundles,
      entry: 'outbox/fan-out-submissions',
      description: 'Creates a delivery for each enabled webhook of a new submission, and queues its e-mails',
      timeout: Duration.seconds(30),
      grants,
    });
    const failedRecords = new FailedRecords(this, 'FailedSubmissions', { settings });
    storage.submissions.streamTo(fanOut, {
      filters: fanOutFilters({ hasEventBus: events !== undefined }),
      batchSize: 100,
      parallelizationFactor: 4,
      failedRecords,
      ageAlarm: {
        stream: 'fan-out',
        impact:
          'The fan-out is more than 15 minutes behind. Webhooks and e-mails for new submissions are not being sent.',
        threshold: Duration.minutes(15),
      },
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
        deliveries.grantRedrive('DELIVERIES_DEAD_LETTERS_URL'),
        slowDeliveries.grantRedrive('SLOW_DELIVERIES_DEAD_LETTERS_URL'),
      ],
    });
    new Rule(this, 'SweepSchedule', {
      description: 'Runs the sweeper, which restarts webhook deliveries that got stuck',
      schedule: Schedule.rate(Duration.minutes(settings.sweepMinutes)),
      targets: [new LambdaFunction(sweeper.lambda, { retryAttempts: 0 })],
    });
    return sweeper;
  }

  #alarmOnSweeper({ settings }: OutboxProps): void {
    const { lambda } = this.#sweeper;
    const threeRuns = { period: Duration.minutes(Math.max(15, settings.sweepMinutes * 3)) };
    new ServiceAlarm(this, 'SweepFails', {
      metric: lambda.metricErrors(threeRuns),
      threshold: 2,
      impact:
        'The sweeper is failing. Webhook deliveries and e-mails that got stuck are not sent until it works again.',
      action: 'Find the error in the log of the Sweep function.',
      section: 'sweepfails',
    });
    new ServiceAlarm(this, 'SweepMissing', {
      metric: lambda.metricInvocations(threeRuns),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      treatMissingData: TreatMissingData.BREACHING,
      impact: 'The sweeper is not running. Webhook deliveries and e-mails that got stuck are not sent.',
      action: 'Check that its EventBridge rule is enabled and that the account has concurrency left.',
      section: 'sweepmissing',
    });
  }
}

/**
 * Returns the grants for determining which webhooks and recipients are notified of a submission, and for
 * notifying them. The sweeper needs the same grants to retry a fan-out.
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
    webhooks.queues.deliveries.grant('SendMessage'),
    variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
    ...(emails ? [emails.grantNotify] : []),
    fileDeletion.grantRequest,
    ...(events ? [events.grantRequest] : []),
  ];
}
