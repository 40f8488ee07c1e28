/** Nothing stays in the bucket that no submission has. */
import { Duration } from 'aws-cdk-lib';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { MissedRecords } from './missed-records.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ServiceFunction, type Stage, type Use } from './service-function.ts';
import type { Storage } from './storage.ts';

export interface FileRemovalProps extends Stage {
  readonly storage: Storage;
}

export class FileRemoval extends Construct {
  /** Lets a function ask for the removal of a submission's files. */
  readonly toAsk: Use;

  constructor(scope: Construct, id: string, { storage, settings, bundles }: FileRemovalProps) {
    super(scope, id);
    const stage = { settings, bundles, timeout: Duration.seconds(30) };

    const removals = new QueueWithDeadLetters(this, 'Removals', {
      variable: 'FILE_REMOVALS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      meaning:
        'Files of submissions that are deleted or expired could not be removed: they are still stored.',
    });
    this.toAsk = removals.to('SendMessage');

    const remove = new ServiceFunction(this, 'RemoveFiles', {
      ...stage,
      entry: 'files/delete-files',
      description: 'Removes the files of submissions that are deleted or expired',
      uses: [storage.toAttachments('DeleteObject')],
    });
    remove.lambda.addEventSource(
      new SqsEventSource(removals.queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 5 }),
    );

    const clear = new ServiceFunction(this, 'ClearUploads', {
      ...stage,
      entry: 'files/clean-up-uploads',
      description: 'Removes files that were on their way to a submission and are not needed any more',
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
