/** Counts how deliveries end, from the stream of the deliveries' table. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

const changes = (from: readonly string[], to: readonly string[]) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: { status: { S: from } },
    NewImage: { status: { S: to }, event: { S: ['submission.created'] } },
  },
});

/** What counts: deliveries that end, those that a replay saves, and those that go on. Test pings do not. */
const COUNTED = [
  changes(['pending', 'retrying'], ['succeeded', 'failed']),
  changes(['failed'], ['succeeded', 'pending', 'retrying']),
];

export interface DeliveryCountingProps extends Stage {
  readonly storage: Storage;
}

export class DeliveryCounting extends Construct {
  constructor(scope: Construct, id: string, { storage, settings, bundles }: DeliveryCountingProps) {
    super(scope, id);
    const count = new ServiceFunction(this, 'CountDeliveries', {
      settings,
      bundles,
      entry: 'analytics/count-deliveries',
      description: 'Counts how the deliveries of each form and webhook end',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.deliveries.streamTo(count, {
      only: COUNTED,
      batchSize: 500,
      // Nobody waits for a count; a busy webhook costs two writes a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, 'UncountedDeliveries', { settings }),
    });
  }
}
