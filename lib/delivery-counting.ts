/** Counts how deliveries end and moves change markers, from the stream of the deliveries' table. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

/** All that lists of deliveries show, but for what has expired: a tag of a list ends with the hour. */
const FOLLOWED = [{ eventName: ['INSERT', 'MODIFY'] }];

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
      description: 'Counts how the deliveries of each form and webhook end, and tells lists of changes',
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem')],
    });
    storage.deliveries.streamTo(count, {
      only: FOLLOWED,
      batchSize: 500,
      // Nobody waits for a count; a busy webhook costs a few writes a second.
      batchingWindow: Duration.seconds(1),
      // The counts rely on the order of the records, which only one batch at a time keeps.
      parallelBatches: 1,
      failedRecords: new FailedRecords(this, 'UncountedDeliveries', { settings }),
    });
  }
}
