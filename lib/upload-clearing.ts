/** Nothing stays in the bucket that no submission has: the function that clears it after files on their way. */
import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { MissedRecords } from './missed-records.ts';
import { ServiceFunction, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

export interface UploadClearingProps extends Stage {
  readonly storage: Storage;
}

export class UploadClearing extends Construct {
  constructor(scope: Construct, id: string, { storage, settings, bundles }: UploadClearingProps) {
    super(scope, id);
    const clear = new ServiceFunction(this, 'ClearUploads', {
      settings,
      bundles,
      entry: 'events/clear-uploads',
      description: 'Removes files that were on their way to a submission and are not needed any more',
      timeout: Duration.seconds(30),
      uses: [
        storage.submissions.to('GetItem'),
        storage.toAttachments('DeleteObject'),
        storage.toUploads('DeleteObject'),
      ],
    });
    clear.lambda.addEventSource(
      new DynamoEventSource(storage.uploads.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        filters: [{ pattern: JSON.stringify({ eventName: ['REMOVE'] }) }],
        onFailure: new MissedRecords(this, 'MissedRemovals', { settings }).destination,
      }),
    );
  }
}
