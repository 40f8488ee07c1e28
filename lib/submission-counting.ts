/** Counts the submissions of each form by day and moves change markers, from the stream of the submissions' table. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

/** Everything: lists show each change, and what nobody has read goes with its deletion. */
const FOLLOWED = [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }];

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
      description: 'Counts the submissions of each form by day, and tells lists of changes',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.submissions.streamTo(count, {
      only: FOLLOWED,
      batchSize: 500,
      // Nobody waits for a count; a busy form costs a few writes a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, 'UncountedSubmissions', { settings }),
    });
  }
}
