/** Defines the format and the owner that each kind of record must have to be imported. */
import * as z from 'zod';
import { asLine, checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { account } from '../../lambdas/accounts/account.ts';
import { apiKey } from '../../lambdas/auth/keys/api-key.ts';
import { formIdOf, isFormId, ownerIdOfWebhook, parentsOfDelivery } from '../../lambdas/core/ids.ts';
import { emailRecord, submissionOfKey } from '../../lambdas/submissions/email-log/email-record.ts';
import { recipient } from '../../lambdas/forms/recipients/recipient.ts';
import { form } from '../../lambdas/forms/form.ts';
import { member } from '../../lambdas/auth/member.ts';
import { wordModelKey } from '../../lambdas/spam/word-model-store.ts';
import { reply } from '../../lambdas/submissions/replies/reply.ts';
import { replyTemplate } from '../../lambdas/submissions/replies/reply-template.ts';
import { submission } from '../../lambdas/submissions/submission.ts';
import { delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { signingWebhook } from '../../lambdas/webhooks/webhook.ts';
import { DamagedExport } from '../operator-errors.ts';
import type { ExportRecord, RecordKind } from './export-format.ts';

const time = z.string().max(40);
const text = z.string().max(200);

const schemas = {
  account: account.omit({ cursor_key: true, no_account_webhooks: true }),
  secrets: z.looseObject({ of: z.enum(['account', 'forms', 'webhooks', 'recipients']) }),
  keys: apiKey.omit({ cursor_key: true }),
  members: member,
  recipients: recipient.omit({ address: true, link_key: true }).extend({
    owner_id: text,
    address: recipient.shape.address.optional(),
    asked_at: time.optional(),
    unsubscribed_at: time.optional(),
    bounced_at: time.optional(),
    complained_at: time.optional(),
    returned_at: time.optional(),
  }),
  forms: form.omit({ challenge_secret: true, address_salt: true, address_key: true }),
  webhooks: signingWebhook.omit({
    secret: true,
    headers: true,
    previous_secret: true,
    previous_until: true,
    older_secret: true,
    older_until: true,
    private_key: true,
    previous_private_key: true,
    older_private_key: true,
    public_key: true,
    previous_public_key: true,
  }),
  counters: z.union([
    z.strictObject({ counter: text, used: z.int().nonnegative(), expires_at: z.int() }),
    z.strictObject({
      counter: text,
      spam_marks: z.int(),
      good_marks: z.int(),
      counts: z.strictObject({ base64: z.base64().max(100_000) }),
      version: z.int(),
    }),
  ]),
  submissions: z.strictObject({
    submission,
    files: z
      .array(
        z.union([
          z.strictObject({ file_id: text, missing: z.literal(true) }),
          z.strictObject({ file_id: text, bytes: z.int(), sha256: z.string().length(64) }),
        ]),
      )
      .max(1000),
  }),
  deliveries: delivery,
  emails: emailRecord,
  replies: z.union([
    reply,
    replyTemplate,
    // The item that counts the account's reply templates.
    z.strictObject({ owner_id: text, reply_key: z.literal('templates'), used: z.int() }),
  ]),
  'audit-events': z.looseObject({ account_month: text, event_id: text, expires_at: z.int() }),
} satisfies Record<RecordKind, z.ZodType>;

export type ImportedRecord<Kind extends RecordKind> = z.output<(typeof schemas)[Kind]>;

/**
 * Validates a record and returns it.
 * @throws DamagedExport if the record doesn't have the format of its kind
 */
export function parseRecord<Kind extends RecordKind>(kind: Kind, record: ExportRecord): ImportedRecord<Kind> {
  const parsed = checkPlainly(schemas[kind], record);
  if (parsed.success) return parsed.data as ImportedRecord<Kind>;
  const [issue] = parsed.issues;
  throw new DamagedExport(`Invalid record of ${kind}: ${issue ? asLine(issue) : ''}`);
}

/**
 * The account, forms and webhooks in an export. Records that belong to anything else are rejected, so that an
 * export can't change another account's data.
 */
export interface Belongings {
  readonly accountId: string;
  readonly forms: ReadonlySet<string>;
  readonly webhooks: ReadonlySet<string>;
}

/**
 * Checks that a record belongs to the account, so that a forged export can't change another account's data.
 * @throws DamagedExport
 */
export function assertBelongs(kind: RecordKind, record: ExportRecord, all: Belongings): void {
  const { accountId, forms, webhooks } = all;
  const isForm = (id: unknown): boolean => typeof id === 'string' && forms.has(id);
  const isOwner = (id: unknown): boolean => id === accountId || isForm(id);
  const belongs = ((): boolean => {
    switch (kind) {
      case 'account':
      case 'keys':
      case 'members':
        return record['account_id'] === accountId;
      case 'forms':
        return record['account_id'] === accountId && isFormId(String(record['form_id']));
      case 'recipients':
        return isOwner(record['owner_id']);
      case 'webhooks': {
        const { account_id, owner_id, webhook_id } = parseRecord('webhooks', record);
        return account_id === accountId && isOwner(owner_id) && ownerIdOfWebhook(webhook_id) === owner_id;
      }
      case 'counters': {
        const counter = String(record['counter']);
        const words = wordModelKey('');
        return (
          counter.startsWith(`quota#${accountId}#`) ||
          (counter.startsWith(words) && isForm(counter.slice(words.length)))
        );
      }
      case 'submissions': {
        const { submission: of, files } = parseRecord('submissions', record);
        const isAttached = (id: string): boolean => of.attachments.some(({ file_id }) => file_id === id);
        return (
          of.account_id === accountId &&
          isForm(of.form_id) &&
          formIdOf(of.submission_id) === of.form_id &&
          files.every(({ file_id }) => isAttached(file_id))
        );
      }
      case 'deliveries': {
        const { webhook_id, delivery_id, submission_id } = parseRecord('deliveries', record);
        const parents = parentsOfDelivery(delivery_id);
        return (
          parents?.webhookId === webhook_id &&
          webhooks.has(webhook_id) &&
          (submission_id === null || submission_id === parents.submissionId)
        );
      }
      case 'emails': {
        const { form_id, email_key } = parseRecord('emails', record);
        return isForm(form_id) && formIdOf(submissionOfKey({ email_key })) === form_id;
      }
      case 'replies': {
        const of = parseRecord('replies', record);
        if (!('submission_id' in of)) return of.owner_id === accountId;
        const { owner_id, reply_key, submission_id } = of;
        return (
          isForm(owner_id) &&
          formIdOf(submission_id) === owner_id &&
          submissionOfKey({ email_key: reply_key }) === submission_id
        );
      }
      case 'audit-events':
        return String(record['account_month']).startsWith(`${accountId}#`);
      case 'secrets':
        return true;
    }
  })();
  if (!belongs)
    throw new DamagedExport(
      `A record of ${kind} refers to a record that is not in the export. Nothing was imported.`,
    );
}
