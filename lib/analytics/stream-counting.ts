/** Counts changes to submissions or deliveries and updates change markers from the table's stream. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { splitFormAttributes } from '../../lambdas/forms/form.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * The highest rate limit, in requests per second, at which one partition per form is enough. This is half of what a
 * partition can handle.
 */
const MAX_RATE_OF_ONE_PARTITION = 500;

// A batch costs the same few writes, no matter how many records it contains. Waiting for more records therefore reduces
// the cost of a steady flow (docs/costs.md), but delays the counts (docs/scale.md).
const COUNTED = {
  submissions: {
    name: 'Submissions',
    entry: 'analytics/count-submissions',
    description: 'Counts submissions by form and day, and updates the change markers of lists',
    // Include every change, because each one affects list responses. Deleting an unread submission also changes the
    // unread count.
    filters: [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }],
    // With the few seconds until the console polls again, the total delay stays within the 15 seconds that
    // docs/scale.md promises.
    window: Duration.seconds(10),
    // Lets the function spread hot forms over several partitions. With the default rate limit, forms rarely become hot.
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
    // This window is shorter, because the console reads deliveries only every ten seconds.
    window: Duration.seconds(5),
    grants: (): Grant[] => [],
  },
};

export interface StreamCountingProps extends Stage {
  readonly storage: Storage;
  /** The table whose stream the function reads. */
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
