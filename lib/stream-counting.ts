/** Counts what happens to submissions or deliveries and moves change markers, from the stream of their table. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

const COUNTED = {
  submissions: {
    name: 'Submissions',
    entry: 'analytics/count-submissions',
    description: 'Counts the submissions of each form by day, and tells lists of changes',
    // Everything: lists show each change, and what nobody has read goes with its deletion.
    only: [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }],
  },
  deliveries: {
    name: 'Deliveries',
    entry: 'analytics/count-deliveries',
    description: 'Counts how the deliveries of each form and webhook end, and tells lists of changes',
    // All that lists of deliveries show, but for what has expired: a tag of a list ends with the hour.
    only: [{ eventName: ['INSERT', 'MODIFY'] }],
  },
};

export interface StreamCountingProps extends Stage {
  readonly storage: Storage;
  /** Whose table is followed. */
  readonly of: keyof typeof COUNTED;
}

export class StreamCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, of, settings, bundles }: StreamCountingProps) {
    super(scope, id);
    const { name, entry, description, only } = COUNTED[of];
    const count = new ServiceFunction(this, `Count${name}`, {
      settings,
      bundles,
      entry,
      description,
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage[of].streamTo(count, {
      only,
      batchSize: 500,
      // Nobody waits for a count; a busy form or webhook costs a few writes a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, `Uncounted${name}`, { settings }),
      late: {
        stream: `counts-of-${of}`,
        meaning: `Changes of ${of} have waited for half an hour: statistics are behind, and lists may be answered as unchanged.`,
        after: Duration.minutes(30),
      },
    });
  }
}
