/** Counts e-mail outcomes by form and day from the e-mail log's stream. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { countedStatuses } from '../../lambdas/analytics/email-counts.ts';
import { ServiceFunction, type Stage } from '../aws/service-function.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import type { Storage } from '../storage/storage.ts';

/** Matches e-mails with any status except `queued`. Ignores deletions. */
const FILTERS = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { status: { S: countedStatuses } } } },
];

export class EmailCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, ...stage }: Stage & { readonly storage: Storage }) {
    super(scope, id);
    const count = new ServiceFunction(this, 'CountEmails', {
      ...stage,
      entry: 'analytics/count-emails',
      description: 'Counts e-mail outcomes by form and day',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.emails.streamTo(count, {
      filters: FILTERS,
      batchSize: 500,
      // Waiting for more records reduces the cost of a steady flow, as for deliveries (`stream-counting.ts`).
      maxBatchingWindow: Duration.seconds(5),
      // Processes batches one after another, because the counts depend on the order of the stream records.
      parallelizationFactor: 1,
      failedRecords: new FailedRecords(this, 'UncountedEmails', stage),
      lateAfter: Duration.hours(1),
    });
  }
}
