/** Sets up e-mail tests with real tables and the local runner's SES emulator over HTTP. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { emailFormStore } from '../../lambdas/emails/email-form-store.ts';
import { autoresponseLimitStore } from '../../lambdas/emails/autoresponse-limit-store.ts';
import { emailAccountStore } from '../../lambdas/emails/email-account-store.ts';
import { emailLogStore, submissionEmailStore } from '../../lambdas/submissions/email-log/email-log-store.ts';
import { receivingConnections } from '../../lambdas/auth/connections/receiving-connection-store.ts';
import { recipientStore } from '../../lambdas/forms/recipients/recipient-store.ts';
import { sendLockStore } from '../../lambdas/emails/send-lock-store.ts';
import { unavailableInOutages } from '../../lambdas/aws/outage.ts';
import { sesClientSender } from '../../lambdas/emails/ses-sender.ts';
import { memberStore } from '../../lambdas/people/members/member-store.ts';
import { replyStore } from '../../lambdas/submissions/replies/reply-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import type { SubmissionJob } from '../../lambdas/emails/email-job.ts';
import { newForm, type Form, type FormInput } from '../../lambdas/forms/form.ts';
import { payloadOfPairs, type PostedField } from '../../lambdas/core/payload.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { EmailDeps } from '../../lambdas/emails/send-at-least-once.ts';
import { newSubmission, toSubmissionItem, type Submission } from '../../lambdas/submissions/submission.ts';
import { startSes, type MailEmulator } from '../../local/ses/ses-emulator.ts';
import { mailsIn } from '../support/receivers/mail-folder.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

/** Makes as many attempts as in production, but with only milliseconds between them. */
const SOON_AGAIN = new ConfiguredRetryStrategy(3, 5);

/** A short timeout, so that tests with an unresponsive service don't take as long as in production. */
const AWS = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  requestHandler: { requestTimeout: 500, throwOnRequestTimeout: true },
};

export const CONFIGURATION_SET = 'forms-emails';

export const ADA: PostedField[] = [
  ['name', 'Ada'],
  ['email', 'ada@example.org'],
];
export const OWNERS = { notify_emails: ['owner@example.com', 'other@example.com'] };
/** Recipients of the two notifications: each owner gets a separate e-mail. */
export const TO_OWNERS = [['other@example.com'], ['owner@example.com']];
export const ANSWERING = {
  autoresponder: { enabled: true, subject: 'Thank you, {{name}}', text: 'Soon more.' },
};

/**
 * An environment for e-mail tests. The tables are shared by the whole test file. `renew` gives each test a
 * new account, an empty mail folder and the same start time.
 */
export class EmailWorld {
  now = 0;
  /** Log entries for the operator. */
  readonly reports: string[] = [];
  /** Ids of accounts that the operator suspended. */
  readonly suspended = new Set<string>();
  readonly stores: TestStores;
  /** Id of the test account. Its owner is boss@example.com. */
  accountId = '';
  #accounts = 0;
  #folder = '';
  #ses: MailEmulator | undefined;

  constructor(stores: TestStores) {
    this.stores = stores;
  }

  static async start(): Promise<EmailWorld> {
    return new EmailWorld(await startStores());
  }

  async renew(): Promise<void> {
    await this.#endMail();
    this.#folder = mkdtempSync(join(tmpdir(), 'svc-test-mail-'));
    this.#ses = await startSes(this.#folder);
    this.now = Date.UTC(2026, 10, 30, 14, 5);
    this.reports.length = 0;
    this.accountId = `acc_${(this.#accounts += 1)}`;
    const account = {
      account_id: this.accountId,
      name: 'Acme',
      email: 'boss@example.com',
      plan: 'pro',
      cursor_key: 'key',
      created_at: '2026-01-01T00:00:00.000Z',
    };
    await this.stores.db.send(new PutCommand({ TableName: this.stores.tables.accounts, Item: account }));
    this.suspended.clear();
  }

  async stop(): Promise<void> {
    await this.#endMail();
    await this.stores.stop();
  }

  async #endMail(): Promise<void> {
    await this.#ses?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get folder(): string {
    return this.#folder;
  }

  get sesEndpoint(): string {
    return this.#ses?.endpoint ?? '';
  }

  /** Returns the dependencies of the function that sends e-mails, with this world's clock. */
  deps({
    ses = this.sesEndpoint,
    db = this.stores.db,
    perFormAndDay = 100,
  }: { ses?: string; db?: DocumentClient; perFormAndDay?: number } = {}): EmailDeps {
    const { tables } = this.stores;
    return {
      sender: mailboxOf('Forms <forms@example.com>')!,
      now: () => this.now,
      newOwner: () => crypto.randomUUID(),
      lock: sendLockStore(db, tables.idempotency),
      autoresponses: autoresponseLimitStore(db, tables.counters, perFormAndDay),
      recipients: recipientStore(db, tables.recipients),
      mayReceive: receivingConnections(db, tables),
      newLinkKey: () => crypto.randomUUID(),
      findAccount: async (accountId) => {
        const account = await emailAccountStore(db, tables.accounts).find(accountId);
        return account && this.suspended.has(accountId) ? { ...account, suspended_at: 'now' } : account;
      },
      log: emailLogStore(db, tables.emails),
      send: sesClientSender(
        CONFIGURATION_SET,
        new SESv2Client({ ...AWS, endpoint: ses, maxAttempts: 1 }),
        // SES throttles all calls until the test turns this off, so there's no point in waiting between
        // attempts.
        () => Promise.resolve(),
      ),
      findSubmission: submissionStore(db, tables.submissions).find,
      findReply: replyStore(db, tables.replies).find,
      findForm: emailFormStore(db, tables.forms).find,
      findMember: memberStore(db, tables.members).find,
      baseUrl: 'https://forms.example',
      report: (problem) => void this.reports.push(problem),
    };
  }

  /** Stores a form. Its recipients are confirmed, unless `unconfirmed` is set. */
  async storedForm(
    input: Partial<FormInput> = {},
    { unconfirmed = false }: { unconfirmed?: boolean } = {},
  ): Promise<Form> {
    const form = newForm(this.accountId, { name: 'Contact', ...input }, this.now, systemRandom);
    await this.stores.db.send(new PutCommand({ TableName: this.stores.tables.forms, Item: form }));
    if (unconfirmed) return form;
    const recipients = recipientStore(this.stores.db, this.stores.tables.recipients);
    for (const address of form.notify_emails) {
      const { recipient_id } = await recipients.add(form.account_id, address, 'link key');
      await recipients.confirm({ ...form, recipient_id }, this.now);
    }
    return form;
  }

  async stored(
    form: Form,
    fields: PostedField[],
    status: Submission['status'] = 'received',
  ): Promise<Submission> {
    const rules = { now: this.now, random: systemRandom, spamRetentionDays: 30 };
    const submission = newSubmission(form, { status, payload: payloadOfPairs(fields) }, rules);
    const Item = toSubmissionItem(submission);
    await this.stores.db.send(new PutCommand({ TableName: this.stores.tables.submissions, Item }));
    return submission;
  }

  /** Stores a submission and returns its notification job. */
  async posted(form: Form, fields: PostedField[], status?: Submission['status']): Promise<SubmissionJob> {
    const { form_id, submission_id } = await this.stored(form, fields, status);
    return { kind: 'submission', form_id, submission_id };
  }

  /** Returns the log entries of a submission's e-mails: kind, address, status and reason. */
  async logged({ form_id, submission_id }: SubmissionJob): Promise<(string | undefined)[][]> {
    const log = submissionEmailStore(this.stores.db, this.stores.tables.emails);
    const records = await log.find(form_id, submission_id, this.now);
    return records.map(({ kind, address, status, reason }) => [kind, address, status, reason]);
  }

  mails(): Promise<Email[]> {
    return mailsIn(this.#folder);
  }

  /** Returns the recipient addresses of each sent e-mail. */
  async recipients(): Promise<(string | undefined)[][]> {
    return (await this.mails()).map(({ to }) => to!.map(({ address }) => address));
  }
}

/**
 * Returns a document client for tables at another endpoint. It makes as many attempts as the functions'
 * client.
 */
export function documentsAt(endpoint: string): DocumentClient {
  return DynamoDBDocumentClient.from(
    unavailableInOutages(new DynamoDBClient({ ...AWS, endpoint, retryStrategy: SOON_AGAIN })),
    { marshallOptions: { removeUndefinedValues: true } },
  );
}
