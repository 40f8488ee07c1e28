/**
 * Creates the queue and function for background jobs that process large amounts of a form's data: deletions,
 * new retention periods, bulk updates by filter, imports, and search indexes.
 */
import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { IMPORTS } from '../../lambdas/imports/import.ts';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import type { EmailSending } from '../emails/email-sending.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { allOf, ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';
import { changeSubmissionGrant, filterByNamesGrant } from '../submissions/submission-operation-grants.ts';

export interface FormJobsProps extends Stage {
  readonly storage: Storage;
  /** Undefined if the stage has no mail sender. */
  readonly emails: EmailSending | undefined;
  readonly dataRequests: { readonly grantSend: Grant };
}

export class FormJobs extends Construct {
  /** Lets a function store and start a background job. */
  readonly grantStart: Grant;
  /** Lets a function queue work on a search index. */
  readonly grantSend: Grant;
  /** Lets a function store a background job, which an hourly check then starts. */
  readonly grantRecord: Grant;

  constructor(
    scope: Construct,
    id: string,
    { storage, emails, dataRequests, settings, bundles }: FormJobsProps,
  ) {
    super(scope, id);
    const jobs = new QueueWithDeadLetters(this, 'FormJobs', {
      variable: 'FORM_JOBS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(2),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.hours(1),
    });
    const sendJob = jobs.grant('SendMessage');
    this.grantSend = sendJob;
    this.grantRecord = storage.formJobs.grant('PutItem');
    this.grantStart = allOf(this.grantRecord, sendJob);

    const runJob = new ServiceFunction(this, 'RunFormJob', {
      settings,
      bundles,
      entry: 'form-jobs/run-form-job',
      description:
        'Runs one batch of a form job: deletes data of a form, applies a new retention period, updates, imports or indexes submissions',
      // A batch stops starting new work after 25 s. The rest of the timeout is for finishing the work in
      // progress.
      timeout: Duration.minutes(1),
      // Each batch processes a part of the form's data and queues the next batch until all data is processed.
      mayInvokeItself: true,
      grants: [
        storage.formJobs.grant('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchWriteItem'),
        changeSubmissionGrant(storage, settings),
        filterByNamesGrant(storage),
        storage.grantAddToAuditLog,
        storage.submissions.grant('Query', 'PutItem', 'DeleteItem', 'BatchGetItem', 'BatchWriteItem'),
        storage.submissions.grantQueryIndex('spam'),
        storage.idempotency.grant('Query', 'BatchWriteItem', 'BatchGetItem', 'PutItem'),
        storage.recipients.grantReadAttributes(['owner_id', 'recipient_id'], 'Query'),
        storage.recipients.grant('BatchWriteItem'),
        storage.webhooks.grantReadAttributes(['owner_id', 'webhook_id'], 'Query'),
        storage.webhooks.grant('BatchWriteItem'),
        storage.deliveries.grant('Query', 'BatchWriteItem'),
        storage.emails.grant('Query', 'BatchWriteItem'),
        storage.replies.grantReadAttributes(['owner_id', 'reply_key'], 'Query'),
        storage.replies.grant('BatchWriteItem'),
        storage.recoveries.grantReadAttributes(['webhook_id', 'recovery_id'], 'Query'),
        storage.recoveries.grant('BatchWriteItem'),
        storage.uploads.grant('Query', 'BatchWriteItem'),
        storage.counters.grant('BatchWriteItem'),
        storage.grantEmptyAttachments,
        storage.grantRemoveLargeExports('frm_'),
        storage.grantImports('GetObject', 'DeleteObject'),
        storage.grantSearchObjects('GetObject', 'PutObject', 'DeleteObject'),
        sendJob,
        ...(emails ? [emails.grantSend] : []),
      ],
    });
    // Limits concurrency to leave table capacity for requests, because these jobs are not urgent.
    jobs.deliverTo(runJob, { batchSize: 1, maxConcurrency: 5 });

    new Rule(this, 'Uploaded', {
      description: 'Starts imports when their files have been uploaded',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [storage.exports.bucketName] }, object: { key: [{ prefix: IMPORTS }] } },
      },
      targets: [new SqsQueue(jobs.queue, { deadLetterQueue: jobs.deadLetters, retryAttempts: 185 })],
    });

    const resumeJobs = new ServiceFunction(this, 'ResumeFormJobs', {
      settings,
      bundles,
      entry: 'form-jobs/resume-form-jobs',
      description:
        'Restarts form jobs, imports and data requests if their message was lost or failed too often',
      timeout: Duration.seconds(30),
      grants: [storage.formJobs.grant('Scan'), sendJob, dataRequests.grantSend],
    });
    new Rule(this, 'Hourly', {
      description: 'Restarts form jobs that stopped',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaFunction(resumeJobs.lambda, { event: RuleTargetInput.fromObject({}) })],
    });
    new ServiceAlarm(this, 'ResumeFormJobsFails', {
      metric: resumeJobs.lambda.metricErrors({ period: Duration.hours(1) }),
      threshold: 1,
      evaluationPeriods: 3,
      notifyIfMissing: true,
      impact:
        'Form jobs that stopped have not been restarted for three hours. Data of deleted forms is still stored, and bulk ' +
        'updates have stopped.',
      action: 'Find the error in the log of the ResumeFormJobs function, or check that its rule is enabled.',
    });
  }
}
