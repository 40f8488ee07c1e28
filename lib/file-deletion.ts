/** Removes files that no submission has any more: of deleted submissions, and of uploads that were never submitted. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from './failed-records-bucket.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ServiceFunction, type Grant, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

export interface FileDeletionProps extends Stage {
  readonly storage: Storage;
}

export class FileDeletion extends Construct {
  /** Lets a function ask for the removal of a submission's files. */
  readonly grantRequest: Grant;

  constructor(scope: Construct, id: string, { storage, settings, bundles }: FileDeletionProps) {
    super(scope, id);
    const stage = { settings, bundles, timeout: Duration.seconds(30) };

    const deletions = new QueueWithDeadLetters(this, 'FileDeletions', {
      variable: 'FILE_DELETIONS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      meaning:
        'Files of submissions that are deleted or expired could not be removed: they are still stored.',
      late: {
        meaning:
          'Files of submissions that are deleted or expired have waited for an hour: they are still stored.',
        after: Duration.hours(1),
      },
    });
    this.grantRequest = deletions.grant('SendMessage');

    const removeFiles = new ServiceFunction(this, 'RemoveFiles', {
      ...stage,
      entry: 'outbox/delete-files',
      description: 'Removes the files of submissions that are deleted or expired',
      grants: [storage.grantAttachments('DeleteObject')],
    });
    deletions.deliverTo(removeFiles, { batchSize: 10, maxConcurrency: 5 });

    const cleanUpUploads = new ServiceFunction(this, 'CleanUpUploads', {
      ...stage,
      entry: 'outbox/clean-up-uploads',
      description: 'Removes uploaded files that were submitted, or never were',
      grants: [
        storage.submissions.grant('GetItem'),
        storage.grantAttachments('DeleteObject'),
        storage.grantUploads('DeleteObject'),
      ],
    });
    storage.uploads.streamTo(cleanUpUploads, {
      only: [{ eventName: ['REMOVE'] }],
      batchSize: 100,
      failedRecords: new FailedRecords(this, 'FailedCleanUps', { settings }),
      late: {
        stream: 'uploads',
        meaning: 'Uploads that nobody needs any more have waited for an hour: their files are still stored.',
        after: Duration.hours(1),
      },
    });
  }
}
