/**
 * Creates the queue and function that send e-mails with SES and record their outcomes. Not used on stages
 * without a mail sender.
 */
import { Arn, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConfigurationSet } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { QUOTA_COUNTER } from '../../lambdas/core/counters/counter-names.ts';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { emailAccount, quotaAccount } from '../../lambdas/accounts/account.ts';
import { emailForm } from '../../lambdas/forms/form.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { allOf, ServiceFunction, variable, type Grant, type Stage } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { EmailCounting } from '../analytics/email-counting.ts';
import { EmailEvents } from './email-events.ts';

/** Form attributes needed to write e-mails, without the challenge secret. */
const EMAIL_ATTRIBUTES = emailForm.keyof().options;

export interface EmailSendingProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
}

export class EmailSending extends Construct {
  /** Lets a function queue e-mails. */
  readonly grantSend: Grant;
  /** Lets a function queue e-mails for a submission and e-mails about the account's quota. */
  readonly grantNotify: Grant;

  constructor(scope: Construct, id: string, { storage, baseUrl, settings, bundles }: EmailSendingProps) {
    super(scope, id);
    const emails = new QueueWithDeadLetters(this, 'Emails', {
      variable: 'EMAILS_QUEUE_URL',
      // Must be longer than the lifetime of a send lock. Otherwise, the lock of a crashed invocation could
      // still be valid when the message becomes visible again.
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadNotifications',
      lateAfter: Duration.minutes(15),
      lateImpact:
        'E-mails have been waiting for more than 15 minutes. Notifications, autoresponses, replies and invitations are late.',
    });
    const readForm = storage.forms.grantReadAttributes(EMAIL_ATTRIBUTES, 'GetItem');
    this.grantSend = emails.grant('SendMessage');
    this.grantNotify = allOf(
      // Needed to e-mail the owner about the account's quota.
      storage.accounts.grantReadAttributes(quotaAccount.keyof().options, 'GetItem'),
      storage.counters.grantKeyPrefix(QUOTA_COUNTER, 'GetItem', 'BatchGetItem'),
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
      description: 'Sends e-mails to recipients and submitters of forms, and to account owners',
      timeout: Duration.minutes(1),
      grants: [
        baseUrl,
        readForm,
        storage.grantReadAccountStatus,
        storage.submissions.grant('GetItem'),
        storage.replies.grantKeyPrefix('frm_', 'GetItem'),
        storage.idempotency.grantKeyPrefix('email#', 'PutItem', 'UpdateItem', 'DeleteItem'),
        storage.counters.grantKeyPrefix('autoresponse#', 'PutItem', 'UpdateItem', 'DeleteItem'),
        storage.accounts.grantReadAttributes(emailAccount.keyof().options, 'GetItem'),
        storage.recipients.grant('BatchGetItem', 'UpdateItem'),
        storage.members.grant('GetItem'),
        storage.grantLoadConnection,
        variable('AUTORESPONSES_PER_FORM_AND_DAY', String(settings.autoresponsesPerFormAndDay)),
        emails.grant('ChangeMessageVisibility'),
        storage.emails.grant('UpdateItem'),
        grantSendAs(settings, configurationSet),
      ],
    });
    emails.deliverTo(sendEmail, { batchSize: 5, maxConcurrency: settings.emailConcurrency });
  }
}

/** Lets a function send e-mails from the stage's sender using the stage's configuration set. */
function grantSendAs(
  { mailSender = '', mailIdentityArns }: StageSettings,
  { configurationSetName }: IConfigurationSet,
): Grant {
  const address = mailboxOf(mailSender)?.address ?? '';
  return (fn) => {
    const domainIdentity = Arn.format(
      { service: 'ses', resource: 'identity', resourceName: address.split('@')[1] ?? '' },
      Stack.of(fn),
    );
    const configurationSet = Arn.format(
      { service: 'ses', resource: 'configuration-set', resourceName: configurationSetName },
      Stack.of(fn),
    );
    fn.setVariable('MAIL_SENDER', mailSender);
    fn.setVariable('MAIL_CONFIGURATION_SET', configurationSetName);
    fn.allow(
      new PolicyStatement({
        // SES requires `SendRawEmail` for raw messages, even in its v2 API.
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        // SES checks permissions for both the identity and the configuration set.
        resources: [...(mailIdentityArns ?? [domainIdentity]), configurationSet],
        conditions: { StringEquals: { 'ses:FromAddress': address } },
      }),
    );
  };
}
