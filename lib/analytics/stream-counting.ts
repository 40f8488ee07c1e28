/** Counts changes to submissions or deliveries and updates change markers from the table's stream. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ServiceFunction, type Stage } from '../aws/service-function.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import type { Storage } from '../storage/storage.ts';

const COUNTED = {
  submissions: {
    name: 'Submissions',
    entry: 'analytics/count-submissions',
    description: 'Counts submissions by form and day, and updates the change markers of lists',
    // Every change affects list responses, and deleting an unread submission changes the unread count.
    filters: [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }],
  },
  deliveries: {
    name: 'Deliveries',
    entry: 'analytics/count-deliveries',
    description: 'Counts delivery outcomes by form and webhook, and updates the change markers of lists',
    // Ignores expired deliveries, because the ETag of a delivery list is only valid until the end of the
    // hour.
    filters: [{ eventName: ['INSERT', 'MODIFY'] }],
  },
};

export interface StreamCountingProps extends Stage {
  readonly storage: Storage;
  /** The table with the stream to count. */
  readonly of: keyof typeof COUNTED;
}

export class StreamCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, of, settings, bundles }: StreamCountingProps) {
    super(scope, id);
    const { name, entry, description, filters } = COUNTED[of];
    const count = new ServiceFunction(this, `Count${name}`, {
      settings,
      bundles,
      entry,
      description,
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage[of].streamTo(count, {
      filters,
      batchSize: 500,
      // Waiting up to a second for more records limits a busy form or webhook to a few counter updates per
      // second.
      maxBatchingWindow: Duration.seconds(1),
      // Processes batches one after another, because the counts depend on the order of the stream records.
      parallelizationFactor: 1,
      failedRecords: new FailedRecords(this, `Uncounted${name}`, { settings }),
      ageAlarm: {
        impact:
          `Counting ${of} is more than 30 minutes behind. Statistics are out of date, and clients may get ` +
          '304 for lists that have changed.',
        threshold: Duration.minutes(30),
      },
    });
  }
}
