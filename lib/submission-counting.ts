/** Counts the submissions of each form by day, from the stream of the submissions' table. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

const status = (of: string) => ({ status: { S: [of] } });

/** What counts: new submissions and those that change their status. Deletions do not. */
const COUNTED = [
  { eventName: ['INSERT'] },
  { eventName: ['MODIFY'], dynamodb: { OldImage: status('spam'), NewImage: status('received') } },
  { eventName: ['MODIFY'], dynamodb: { OldImage: status('received'), NewImage: status('spam') } },
];

export interface SubmissionCountingProps extends Stage {
  readonly storage: Storage;
}

export class SubmissionCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, settings, bundles }: SubmissionCountingProps) {
    super(scope, id);
    const count = new ServiceFunction(this, 'CountSubmissions', {
      settings,
      bundles,
      entry: 'analytics/count-submissions',
      description: 'Counts the submissions of each form by day',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.submissions.streamTo(count, {
      only: COUNTED,
      batchSize: 500,
      // Nobody waits for a count; a busy form costs one write a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, 'UncountedSubmissions', { settings }),
    });
  }
}
