/** Counts what became of e-mails by form and day, from the stream of the e-mail log. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { countedStatuses } from '../../lambdas/analytics/email-counts.ts';
import { FailedRecords } from '../failed-records-bucket.ts';
import { ServiceFunction, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

/** What counts: e-mails that get a status beyond `queued`. Deletions do not. */
const COUNTED = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { status: { S: countedStatuses } } } },
];

export class EmailCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, ...stage }: Stage & { readonly storage: Storage }) {
    super(scope, id);
    const count = new ServiceFunction(this, 'CountEmails', {
      ...stage,
      entry: 'analytics/count-emails',
      description: 'Counts what became of the e-mails of each form by day',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.emails.streamTo(count, {
      only: COUNTED,
      batchSize: 500,
      // Nobody waits for a count; a busy form costs one write a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, 'UncountedEmails', stage),
      late: {
        stream: 'counts-of-emails',
        meaning: 'Changes of the e-mail log have waited for an hour: the statistics of forms are behind.',
        after: Duration.hours(1),
      },
    });
  }
}
