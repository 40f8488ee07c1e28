/** Work in the background that changes of forms call for: removing all that was below one, redating what is kept. */
import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ServiceFunction, type Stage, type Use } from './service-function.ts';
import type { Storage } from './storage.ts';

export interface FormChoresProps extends Stage {
  readonly storage: Storage;
}

export class FormChores extends Construct {
  /** Lets a function start chores, and go on with them. */
  readonly toSend: Use;

  constructor(scope: Construct, id: string, { storage, settings, bundles }: FormChoresProps) {
    super(scope, id);
    const stage = { settings, bundles };
    // A slice takes 25 s and what it has begun by then.
    const sliceTimeout = Duration.minutes(1);

    const chores = new QueueWithDeadLetters(this, 'Chores', {
      variable: 'FORM_JOBS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(2),
      meaning:
        'Work on the records of a form failed five times over: submissions or files of a deleted form are still ' +
        'stored, or a new retention does not hold for all of them. It is tried again every hour.',
    });

    this.toSend = chores.to('SendMessage');

    const worker = new ServiceFunction(this, 'Worker', {
      ...stage,
      entry: 'form-jobs/run-form-job',
      description: 'Does one slice of a chore: removes what a deleted form left, or redates submissions',
      timeout: sliceTimeout,
      uses: [
        storage.formJobs.to('GetItem', 'UpdateItem', 'DeleteItem'),
        storage.forms.to('GetItem'),
        storage.submissions.to('Query', 'UpdateItem', 'BatchWriteItem'),
        storage.idempotency.to('Query', 'BatchWriteItem'),
        storage.webhooks.toReadOnly(['form_id', 'webhook_id'], 'Query'),
        storage.webhooks.to('BatchWriteItem'),
        storage.deliveries.to('Query', 'BatchWriteItem'),
        storage.uploads.to('Query', 'BatchWriteItem'),
        storage.counters.to('BatchWriteItem'),
        storage.toEmptyAttachments,
        storage.toEmptyExports,
        this.toSend,
      ],
    });
    worker.lambda.addEventSource(
      new SqsEventSource(chores.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        // A few forms at a time: this is nobody's hurry, and the tables have others to serve.
        maxConcurrency: 5,
      }),
    );

    const resume = new ServiceFunction(this, 'Resume', {
      ...stage,
      entry: 'form-jobs/resume-form-jobs',
      description: 'Starts the chores again that nobody works on',
      timeout: Duration.seconds(30),
      uses: [storage.formJobs.to('Scan'), this.toSend],
    });
    new Rule(this, 'Hourly', {
      description: 'Chores whose message was lost or given up',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaFunction(resume.lambda, { event: RuleTargetInput.fromObject({}) })],
    });
  }
}
