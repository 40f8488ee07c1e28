/** Creates the queue and function that process data requests: search, export and erasure. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  packedAccountAttributes,
  searchedWebhookAttributes,
} from '../../lambdas/data-requests/read-attributes.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';
import { erasureGrants } from './erasure-grants.ts';

export interface DataRequestsProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
}

export class DataRequests extends Construct {
  /** Lets a function queue work for a data request. */
  readonly grantSend: Grant;

  constructor(scope: Construct, id: string, { storage, baseUrl, settings, bundles }: DataRequestsProps) {
    super(scope, id);
    const requests = new QueueWithDeadLetters(this, 'DataRequests', {
      variable: 'DATA_REQUESTS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLettersImpact:
        'A data request failed five times. A person’s data has not been exported or erased. The request is retried every hour.',
      ageAlarm: {
        impact: 'Data requests have been waiting for more than an hour.',
        threshold: Duration.hours(1),
      },
    });
    this.grantSend = requests.grant('SendMessage');
    const run = new ServiceFunction(this, 'RunDataRequest', {
      settings,
      bundles,
      entry: 'data-requests/run-data-request',
      description: 'Searches for a person’s data, packs it into a ZIP file, or erases it, in batches',
      // A ZIP file is created in a single invocation. All other work stops after 25 s and continues in the
      // next batch.
      timeout: Duration.minutes(2),
      memorySize: 1024,
      mayInvokeItself: true,
      grants: [
        baseUrl,
        this.grantSend,
        storage.formJobs.grant('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchWriteItem'),
        storage.grantListForms,
        storage.grantReadForm,
        storage.submissions.grant('Query', 'BatchGetItem'),
        storage.emails.grant('Query'),
        storage.replies.grant('Query'),
        storage.deliveries.grant('Query', 'BatchGetItem'),
        storage.webhooks.grantReadAttributes(['owner_id', ...searchedWebhookAttributes], 'Query'),
        storage.grantListWebhooks,
        storage.members.grant('Query', 'BatchGetItem'),
        storage.accounts.grantReadAttributes([...packedAccountAttributes, 'labels', 'cursor_key'], 'GetItem'),
        storage.grantAttachments('GetObject'),
        storage.grantDataExports('PutObject', 'DeleteObject', 'AbortMultipartUpload'),
        ...erasureGrants(storage),
      ],
    });
    // Limits concurrency to leave table capacity for requests, because this work is not urgent.
    requests.deliverTo(run, { batchSize: 1, maxConcurrency: 2 });
  }
}
