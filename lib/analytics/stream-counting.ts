/** Counts changes to submissions or deliveries and updates change markers from the table's stream. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { splitFormAttributes } from '../../lambdas/forms/form.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Maximum number of requests per second for which one partition per form is enough, which is half of a partition's
 * limit.
 */
const MAX_RATE_OF_ONE_PARTITION = 500;

// Each batch costs the same few writes, no matter how many records it has. Waiting for more records makes a steady flow
// cheaper (docs/costs.md), and counts are late by as much (docs/scale.md).
const COUNTED = {
  submissions: {
    name: 'Submissions',
    entry: 'analytics/count-submissions',
    description: 'Counts submissions by form and day, and updates the change markers of lists',
    // Every change affects list responses, and deleting an unread submission changes the unread count.
    filters: [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }],
    // Ten seconds, and the few seconds between two reads of the console, are within the 15 seconds that docs/scale.md
    // promises.
    window: Duration.seconds(10),
    // Spreads hot forms over several partitions. With the default limit, a form rarely becomes hot.
    grants: ({ forms, formSlugs }: Storage, { apiThrottle }: StageSettings): Grant[] =>
      apiThrottle.rate <= MAX_RATE_OF_ONE_PARTITION
        ? []
        : [
            forms.grantReadAttributes(splitFormAttributes, 'GetItem'),
            forms.grantUpdateAttributes('form_id', 'pieces', 'version'),
            forms.grantWriteWithoutReturn('ConditionCheckItem'),
            formSlugs.grantUpdateAttributes('pieces'),
          ],
  },
  deliveries: {
    name: 'Deliveries',
    entry: 'analytics/count-deliveries',
    description: 'Counts delivery outcomes by form and webhook, and updates the change markers of lists',
    // Ignores expired deliveries, because the ETag of a delivery list is only valid until the end of the
    // hour.
    filters: [{ eventName: ['INSERT', 'MODIFY'] }],
    // Shorter, because the console reads deliveries only every ten seconds.
    window: Duration.seconds(5),
    grants: (): Grant[] => [],
  },
};

export interface StreamCountingProps extends Stage {
  readonly storage: Storage;
  /** The table with the stream to count. */
  readonly of: keyof typeof COUNTED;
  /** Grants for work other than counting. */
  readonly otherGrants?: readonly Grant[];
}

export class StreamCounting extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { storage, of, otherGrants = [], settings, bundles }: StreamCountingProps,
  ) {
    super(scope, id);
    const { name, entry, description, filters, window, grants } = COUNTED[of];
    const count = new ServiceFunction(this, `Count${name}`, {
      settings,
      bundles,
      entry,
      description,
      timeout: Duration.seconds(30),
      grants: [storage.counters.grant('GetItem', 'UpdateItem'), ...grants(storage, settings), ...otherGrants],
    });
    storage[of].streamTo(count, {
      filters,
      batchSize: 500,
      maxBatchingWindow: window,
      // Processes batches one after another, because the counts depend on the order of the stream records.
      parallelizationFactor: 1,
      failedRecords: new FailedRecords(this, `Uncounted${name}`, { settings }),
      lateAfter: Duration.minutes(30),
    });
  }
}
