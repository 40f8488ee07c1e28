/** From what people are to be told to SES; made only for a stage that has a mail sender. */
import { Arn, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { mailboxOf } from '../lambdas/emails/email-address.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ServiceFunction, type Stage, type Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import { EMAILED_OF_FORMS, type Storage } from './storage.ts';

/** What fan-out needs to see whom a form wants to be told, and to ask for it. */
export function toAskForEmails(storage: Storage, queue: QueueWithDeadLetters): readonly Use[] {
  return [storage.forms.toReadOnly(EMAILED_OF_FORMS, 'GetItem'), queue.to('SendMessage')];
}

export interface EmailsProps extends Stage {
  readonly storage: Storage;
  readonly queue: QueueWithDeadLetters;
  readonly baseUrl: Use;
}

export class Emails extends Construct {
  constructor(scope: Construct, id: string, { storage, queue, baseUrl, settings, bundles }: EmailsProps) {
    super(scope, id);
    const sendEmail = new ServiceFunction(this, 'SendEmail', {
      settings,
      bundles,
      entry: 'emails/send-email',
      description: 'Tells people by e-mail of submissions to their forms',
      timeout: Duration.minutes(1),
      uses: [
        baseUrl,
        storage.forms.toReadOnly(EMAILED_OF_FORMS, 'GetItem'),
        storage.submissions.to('GetItem'),
        storage.idempotency.toItemsOf('email#', 'PutItem', 'UpdateItem', 'DeleteItem'),
        storage.counters.toItemsOf('answer#', 'PutItem', 'DeleteItem'),
        queue.to('ChangeMessageVisibility'),
        toSendAs(settings),
      ],
    });
    sendEmail.lambda.addEventSource(
      new SqsEventSource(queue.queue, {
        batchSize: 5,
        reportBatchItemFailures: true,
        maxConcurrency: settings.emailConcurrency,
      }),
    );
  }
}

/** Lets a function send e-mails, from the stage's sender only. */
function toSendAs({ mailSender = '', mailIdentityArns }: StageSettings): Use {
  const address = mailboxOf(mailSender)?.address ?? '';
  return (fn) => {
    const ownDomain = Arn.format(
      { service: 'ses', resource: 'identity', resourceName: address.split('@')[1] ?? '' },
      Stack.of(fn),
    );
    fn.setVariable('MAIL_SENDER', mailSender);
    fn.allow(
      new PolicyStatement({
        // SES asks for the second when the message is a raw one, whichever of its APIs it comes by.
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: mailIdentityArns ?? [ownDomain],
        conditions: { StringEquals: { 'ses:FromAddress': address } },
      }),
    );
  };
}
