/** From stored to counted: stream → counts by form and day. */
import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { MissedRecords } from './missed-records.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

const status = (of: string) => ({ status: { S: [of] } });

/** What counts: new submissions and those that change their status. Deletions do not. */
const COUNTED = [
  { eventName: ['INSERT'] },
  { eventName: ['MODIFY'], dynamodb: { OldImage: status('spam'), NewImage: status('received') } },
  { eventName: ['MODIFY'], dynamodb: { OldImage: status('received'), NewImage: status('spam') } },
];

export class Analytics extends Construct {
  constructor(scope: Construct, id: string, { storage, ...stage }: Stage & { readonly storage: Storage }) {
    super(scope, id);
    const count = new ServiceFunction(this, 'CountSubmissions', {
      ...stage,
      entry: 'analytics/count-submissions',
      description: 'Counts the submissions of each form by day',
      timeout: Duration.seconds(30),
      uses: [storage.counters.to('GetItem', 'UpdateItem')],
    });
    count.lambda.addEventSource(
      new DynamoEventSource(storage.submissions.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 500,
        // Nobody waits for a count; a busy form costs one write a second.
        maxBatchingWindow: Duration.seconds(1),
        // The counts rely on the order of the records, which only one batch at a time keeps.
        parallelizationFactor: 1,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        filters: COUNTED.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        onFailure: new MissedRecords(this, 'Uncounted', stage).destination,
      }),
    );
  }
}
