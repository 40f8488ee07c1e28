/**
 * Creates the queues and functions that process data requests. One function searches and packs data. The
 * other erases data, and is the only function that can delete submissions and old versions of files.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import {
  packedAccountAttributes,
  searchedMemberAttributes,
  searchedWebhookAttributes,
} from '../../lambdas/data-requests/read-attributes.ts';
import { assigneeAttributes } from '../../lambdas/submissions/handling/assignee.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, variable, type Grant, type Stage } from '../aws/service-function.ts';
import { grantCount, type FailedRecords } from '../storage/failed-records-bucket.ts';
import type { Storage } from '../storage/storage.ts';
import { erasureGrants } from './erasure-grants.ts';

export interface DataRequestsProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
}

/** Limits concurrency to leave table capacity for requests, because this work is not urgent. */
const CONSUMER = { batchSize: 1, maxConcurrency: 2 };
const TIMEOUT = Duration.minutes(2);

export class DataRequests extends Construct {
  /** Lets a function queue work for a data request. */
  readonly grantSend: Grant;
  readonly #erase: ServiceFunction;

  constructor(scope: Construct, id: string, { storage, baseUrl, settings, bundles }: DataRequestsProps) {
    super(scope, id);
    const requests = new QueueWithDeadLetters(this, 'DataRequests', {
      variable: 'DATA_REQUESTS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.hours(1),
    });
    const erasures = new QueueWithDeadLetters(this, 'Erasures', {
      variable: 'ERASURES_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.hours(1),
    });
    this.grantSend = requests.grant('SendMessage');
    const searchGrants = [
      storage.formJobs.grant('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchWriteItem'),
      storage.grantListForms,
      storage.grantReadForm,
      storage.submissions.grant('Query', 'BatchGetItem'),
      storage.emails.grant('Query'),
      storage.deliveries.grant('Query'),
      storage.webhooks.grantReadAttributes(['owner_id', ...searchedWebhookAttributes], 'Query'),
      storage.members.grantReadAttributes(['account_id', 'member_id', ...searchedMemberAttributes], 'Query'),
    ];
    const run = new ServiceFunction(this, 'RunDataRequest', {
      settings,
      bundles,
      entry: 'data-requests/run-data-request',
      description: 'Searches for a person’s data in batches, and packs it into a ZIP file',
      // This timeout allows a single invocation to create a whole ZIP file. All other work stops after 25 s
      // and continues in the next batch.
      timeout: TIMEOUT,
      memorySize: 1024,
      mayInvokeItself: true,
      grants: [
        baseUrl,
        this.grantSend,
        erasures.grant('SendMessage'),
        ...searchGrants,
        storage.grantListWebhooks,
        storage.replies.grant('Query'),
        storage.deliveries.grant('BatchGetItem'),
        storage.members.grantReadAttributes(assigneeAttributes, 'BatchGetItem'),
        storage.accounts.grantReadAttributes([...packedAccountAttributes, 'labels'], 'GetItem'),
        storage.grantAttachments('GetObject'),
        storage.grantDataExports('PutObject', 'DeleteObject', 'AbortMultipartUpload'),
      ],
    });
    requests.deliverTo(run, CONSUMER);
    this.#erase = new ServiceFunction(this, 'EraseData', {
      settings,
      bundles,
      entry: 'data-requests/erasing/erase-data',
      description: 'Erases a person’s data after the confirmation, in batches',
      timeout: TIMEOUT,
      memorySize: 1024,
      mayInvokeItself: true,
      grants: [
        erasures.grant('SendMessage'),
        ...searchGrants,
        ...erasureGrants(storage),
        // The erasure certificate states how long data remains in logs and backups.
        variable('LOG_RETENTION_DAYS', String(settings.logRetentionDays)),
        ...(settings.backup
          ? [variable('BACKUP_RETENTION_DAYS', String(settings.backup.retentionDays))]
          : []),
      ],
    });
    erasures.deliverTo(this.#erase, CONSUMER);
  }

  /**
   * Lets erasures check for messages in dead-letter queues and for failed records, so that the certificate
   * can mention them. Pass all of the stage's queues and failed-record buckets.
   */
  measure(queues: readonly QueueWithDeadLetters[], failedRecords: readonly FailedRecords[]): void {
    const all = queues.map(({ deadLetters }) => deadLetters);
    const names = all.map(({ queueName }) => queueName);
    this.#erase.setVariable('DEAD_LETTER_QUEUES', Stack.of(this).toJsonString(names));
    this.#erase.allow(
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes'],
        resources: all.map(({ queueArn }) => queueArn),
      }),
    );
    grantCount(failedRecords)(this.#erase);
  }
}
