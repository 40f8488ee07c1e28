/** Everything that sends e-mails with SES, and hears what became of them; only a stage that has a mail sender has these. */
import { Arn, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConfigurationSet } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { QUOTA_COUNTER } from '../../lambdas/accounts/quota.ts';
import { mailboxOf } from '../../lambdas/core/email-address.ts';
import { emailAccount, quotaAccount } from '../../lambdas/accounts/account.ts';
import { emailForm, emailRecipients } from '../../lambdas/forms/form.ts';
import { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';
import { allOf, ServiceFunction, variable, type Grant, type Stage } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Storage } from '../storage.ts';
import { EmailCounting } from './email-counting.ts';
import { EmailEvents } from './email-events.ts';

/** What is read of a form to write e-mails: its recipients and texts, not the secret of its challenge. */
const EMAIL_ATTRIBUTES = emailForm.keyof().options;
/** What is read of it to decide whether there are any to write. */
const RECIPIENT_ATTRIBUTES = emailRecipients.keyof().options;

export interface EmailSendingProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
}

export class EmailSending extends Construct {
  /** Lets a function put an e-mail into the queue. */
  readonly grantSend: Grant;
  /** Lets a function find out whom a form wants to be told of a submission, and put those e-mails into the queue. */
  readonly grantNotify: Grant;

  constructor(scope: Construct, id: string, { storage, baseUrl, settings, bundles }: EmailSendingProps) {
    super(scope, id);
    const emails = new QueueWithDeadLetters(this, 'Emails', {
      variable: 'EMAILS_QUEUE_URL',
      // Longer than a send lock lasts: what comes back after a crash can be sent at once.
      visibilityTimeout: Duration.minutes(3),
      meaning:
        'E-mails could not be sent in five tries: recipients and senders were not told of submissions, ' +
        'or owners not of a disabled webhook, of their quota or that they have to confirm, or people not that they are invited.',
      late: {
        meaning:
          'E-mails have waited for a quarter of an hour: recipients and senders hear late of submissions, and people of ' +
          'invitations.',
      },
    });
    const readForm = storage.forms.grantReadAttributes(EMAIL_ATTRIBUTES, 'GetItem');
    this.grantSend = emails.grant('SendMessage');
    this.grantNotify = allOf(
      storage.forms.grantReadAttributes(RECIPIENT_ATTRIBUTES, 'GetItem'),
      // Whether the account's owner is to be told of its quota.
      storage.accounts.grantReadAttributes(quotaAccount.keyof().options, 'GetItem'),
      storage.counters.grantKeyPrefix(QUOTA_COUNTER, 'GetItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
      this.grantSend,
    );

    const shared = { storage, settings, bundles };
    const { configurationSet } = new EmailEvents(this, 'Events', shared);
    new EmailCounting(this, 'Counting', shared);

    const sendEmail = new ServiceFunction(this, 'SendEmail', {
      settings,
      bundles,
      entry: 'emails/send-email',
      description: 'Sends e-mails: to the recipients and submitters of forms, and to owners of accounts',
      timeout: Duration.minutes(1),
      grants: [
        baseUrl,
        readForm,
        storage.grantReadAccountStatus,
        storage.submissions.grant('GetItem'),
        storage.idempotency.grantKeyPrefix('email#', 'PutItem', 'UpdateItem', 'DeleteItem'),
        storage.counters.grantKeyPrefix('autoresponse#', 'PutItem', 'UpdateItem', 'DeleteItem'),
        storage.accounts.grantReadAttributes(emailAccount.keyof().options, 'GetItem'),
        storage.recipients.grant('BatchGetItem', 'UpdateItem'),
        storage.members.grant('GetItem'),
        variable('AUTORESPONSES_PER_FORM_AND_DAY', String(settings.autoresponsesPerFormAndDay)),
        emails.grant('ChangeMessageVisibility'),
        storage.emails.grant('UpdateItem'),
        grantSendAs(settings, configurationSet),
      ],
    });
    emails.deliverTo(sendEmail, { batchSize: 5, maxConcurrency: settings.emailConcurrency });
  }
}

/** Lets a function send e-mails with SES, from the stage's sender only, through the stage's configuration set. */
function grantSendAs(
  { mailSender = '', mailIdentityArns }: StageSettings,
  { configurationSetName }: IConfigurationSet,
): Grant {
  const address = mailboxOf(mailSender)?.address ?? '';
  return (fn) => {
    const ownDomain = Arn.format(
      { service: 'ses', resource: 'identity', resourceName: address.split('@')[1] ?? '' },
      Stack.of(fn),
    );
    const ownSet = Arn.format(
      { service: 'ses', resource: 'configuration-set', resourceName: configurationSetName },
      Stack.of(fn),
    );
    fn.setVariable('MAIL_SENDER', mailSender);
    fn.setVariable('MAIL_CONFIGURATION_SET', configurationSetName);
    fn.allow(
      new PolicyStatement({
        // SES asks for the second when the message is a raw one, whichever of its APIs it comes by.
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        // SES asks for both, the identity and the set that the e-mail is sent with.
        resources: [...(mailIdentityArns ?? [ownDomain]), ownSet],
        conditions: { StringEquals: { 'ses:FromAddress': address } },
      }),
    );
  };
}
