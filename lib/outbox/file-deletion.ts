/**
 * Deletes the remaining data of deleted and expired submissions (files, replies, e-mail records, excerpts of
 * webhook responses), and uploads that were never submitted.
 */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { EventAnnouncements } from './event-announcements.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import { knownWebhookAttributes } from '../../lambdas/webhooks/events/known-webhook.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface FileDeletionProps extends Stage {
  readonly storage: Storage;
  readonly deliveries: QueueWithDeadLetters;
  /** Undefined if the stage has no event bus. */
  readonly events: EventAnnouncements | undefined;
}

export class FileDeletion extends Construct {
  /** Lets a function request the deletion of a submission's files and related records. */
  readonly grantRequest: Grant;

  constructor(
    scope: Construct,
    id: string,
    { storage, deliveries, events, settings, bundles }: FileDeletionProps,
  ) {
    super(scope, id);
    const stage = { settings, bundles, timeout: Duration.seconds(30) };

    const deletions = new QueueWithDeadLetters(this, 'FileDeletions', {
      variable: 'DELETED_SUBMISSIONS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.hours(1),
    });
    this.grantRequest = deletions.grant('SendMessage');

    const removeFiles = new ServiceFunction(this, 'RemoveFiles', {
      ...stage,
      entry: 'outbox/delete-traces',
      description:
        'Deletes files, replies, e-mail records and response excerpts of deleted or expired submissions',
      grants: [
        storage.grantAttachments('DeleteObject'),
        storage.emails.grantReadAttributes(['form_id', 'email_key'], 'Query'),
        storage.emails.grant('BatchWriteItem'),
        storage.replies.grantReadAttributes(['owner_id', 'reply_key'], 'Query'),
        storage.replies.grant('BatchWriteItem'),
        storage.webhooks.grantReadAttributes(['owner_id', ...knownWebhookAttributes], 'Query'),
        storage.deliveries.grant('GetItem', 'PutItem', 'Query'),
        storage.grantReadForm,
        deliveries.grant('SendMessage'),
        ...(events ? [events.grantRequest] : []),
      ],
    });
    deletions.deliverTo(removeFiles, { batchSize: 10, maxConcurrency: 5 });

    const cleanUpUploads = new ServiceFunction(this, 'CleanUpUploads', {
      ...stage,
      entry: 'outbox/clean-up-uploads',
      description: 'Deletes uploads after they were submitted or have expired',
      grants: [
        storage.submissions.grant('GetItem'),
        storage.grantAttachments('DeleteObject'),
        storage.grantUploads('DeleteObject'),
      ],
    });
    storage.uploads.streamTo(cleanUpUploads, {
      filters: [{ eventName: ['REMOVE'] }],
      batchSize: 100,
      failedRecords: new FailedRecords(this, 'FailedCleanUps', { settings }),
      lateAfter: Duration.hours(1),
    });
  }
}
