/** Background jobs that a change of a form calls for: deleting all its data, applying a new retention to it. */
import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { EmailSending } from './emails/email-sending.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { allOf, ServiceFunction, type Grant, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';

export interface FormJobsProps extends Stage {
  readonly storage: Storage;
  /** Where the stage sends e-mails. */
  readonly emails: EmailSending | undefined;
}

export class FormJobs extends Construct {
  /** Lets a function record a job and start it. */
  readonly grantStart: Grant;
  /** Lets a function record one that starts by itself. */
  readonly grantRecord: Grant;

  constructor(scope: Construct, id: string, { storage, emails, settings, bundles }: FormJobsProps) {
    super(scope, id);
    const jobs = new QueueWithDeadLetters(this, 'FormJobs', {
      variable: 'FORM_JOBS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(2),
      meaning:
        'A background job of a form failed five times: submissions or files of a deleted form are still ' +
        'stored, or a new retention does not hold for all submissions. It is tried again every hour.',
      late: {
        meaning:
          'Background jobs of forms have waited for an hour: data of deleted forms is stored for longer than it should be.',
        after: Duration.hours(1),
      },
    });
    const sendJob = jobs.grant('SendMessage');
    this.grantRecord = storage.formJobs.grant('PutItem');
    this.grantStart = allOf(this.grantRecord, sendJob);

    const runJob = new ServiceFunction(this, 'RunFormJob', {
      settings,
      bundles,
      entry: 'form-jobs/run-form-job',
      description: 'Runs one batch of a form job: deletes data of a deleted form, or applies a new retention',
      // A batch takes new work for 25 s and then ends what it has begun.
      timeout: Duration.minutes(1),
      grants: [
        storage.formJobs.grant('GetItem', 'UpdateItem', 'DeleteItem'),
        storage.grantReadForm,
        storage.submissions.grant('Query', 'UpdateItem', 'BatchGetItem', 'BatchWriteItem'),
        storage.submissions.grantQueryIndex('spam'),
        storage.idempotency.grant('Query', 'BatchWriteItem'),
        storage.recipients.grantReadAttributes(['owner_id', 'recipient_id'], 'Query'),
        storage.recipients.grant('BatchWriteItem'),
        storage.webhooks.grantReadAttributes(['form_id', 'webhook_id'], 'Query'),
        storage.webhooks.grant('BatchWriteItem'),
        storage.deliveries.grant('Query', 'BatchWriteItem'),
        storage.emails.grant('Query', 'BatchWriteItem'),
        storage.recoveries.grantReadAttributes(['webhook_id', 'recovery_id'], 'Query'),
        storage.recoveries.grant('BatchWriteItem'),
        storage.uploads.grant('Query', 'BatchWriteItem'),
        storage.counters.grant('BatchWriteItem'),
        storage.grantEmptyAttachments,
        storage.grantEmptyExports,
        sendJob,
        ...(emails ? [emails.grantSend] : []),
      ],
    });
    // A few forms at a time: nobody waits for these jobs, and the tables have others to serve.
    jobs.deliverTo(runJob, { batchSize: 1, maxConcurrency: 5 });

    const resumeJobs = new ServiceFunction(this, 'ResumeFormJobs', {
      settings,
      bundles,
      entry: 'form-jobs/resume-form-jobs',
      description: 'Starts form jobs again whose message was lost or given up',
      timeout: Duration.seconds(30),
      grants: [storage.formJobs.grant('Scan'), sendJob],
    });
    new Rule(this, 'Hourly', {
      description: 'Looks every hour for form jobs that stopped',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaFunction(resumeJobs.lambda, { event: RuleTargetInput.fromObject({}) })],
    });
  }
}
