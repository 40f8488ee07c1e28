/** Creates an account in a test's stores with every kind of data that an export contains. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TransferConnection } from '../../../cli/transfer/transfer-connection.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { formSplitStore } from '../../../lambdas/analytics/form-split-store.ts';
import { PIECES } from '../../../lambdas/core/submission-pieces.ts';
import { newSubmission, toSubmissionItem } from '../../../lambdas/submissions/submission.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { deliveryIdOf } from '../../../lambdas/core/ids.ts';
import { recipientStore } from '../../../lambdas/forms/recipients/recipient-store.ts';
import type { Form } from '../../../lambdas/forms/form.ts';
import { newWebhook } from '../../../lambdas/webhooks/webhook.ts';
import type { TestBuckets } from '../../support/emulators/buckets.ts';
import type { TestStores } from '../../support/emulators/stores.ts';
import { newAccount, newKey, serviceOn } from '../../support/samples/accounts.ts';
import { signIn } from '../../support/samples/people.ts';
import { putAll, storedForm } from '../../support/samples/stored-records.ts';

export interface Place {
  readonly stores: TestStores;
  readonly buckets: TestBuckets;
}

export function connectionTo({ stores, buckets }: Place): TransferConnection {
  const { emails, submissions } = stores.tables;
  const service = serviceOn(stores);
  const tables = { ...service.tables, emails, submissions };
  return { ...service, tables, s3: buckets.s3, attachments: buckets.attachments };
}

const DAY = 86_400_000;
const inDays = (days: number): number => Math.floor((Date.now() + days * DAY) / 1000);

export interface FilledAccount {
  readonly accountId: string;
  readonly key: string;
  readonly forms: readonly Form[];
  /** Secrets that may only be exported if the operator requests it. */
  readonly secrets: readonly string[];
  /** Number of submissions that haven't expired. */
  readonly submissions: number;
  readonly slug: string;
}

/**
 * Creates an account with every kind of data.
 * @param size multiplier for the number of forms and submissions
 */
export async function filledAccount(place: Place, size = 1): Promise<FilledAccount> {
  const { stores, buckets } = place;
  const { db, tables } = stores;
  const { accountId, key } = await newAccount(stores);
  await newKey(stores, accountId, 'submission');
  await signIn(stores, accountId, { role: 'owner' });
  const recipient = await recipientStore(db, tables.recipients).add(
    accountId,
    'ann@example.com',
    'k'.repeat(43),
  );
  const secrets = [recipient.link_key];
  const forms: Form[] = [];
  let submissions = 0;
  const put = (TableName: string, Item: Record<string, unknown>) =>
    db.send(new PutCommand({ TableName, Item }));
  const all = newWebhook(
    { account_id: accountId, owner_id: accountId },
    { url: 'https://hooks.example.org/all' },
    Date.now(),
    systemRandom,
  );
  await put(tables.webhooks, all);
  // Creating an account-wide webhook also removes this attribute.
  const Key = { account_id: accountId };
  const UpdateExpression = 'REMOVE no_account_webhooks';
  await db.send(new UpdateCommand({ TableName: tables.accounts, Key, UpdateExpression }));
  secrets.push(all.secret);
  for (let number = 0; number < size * 2; number += 1) {
    const challenge = { enabled: true, site_key: 'site', secret: `turnstile-secret-${number}` };
    const form = await storedForm(stores, { account: accountId, name: `Form ${number}`, challenge });
    forms.push(form);
    // The first form is hot, so its submissions are in several partitions.
    const isHot = number === 0;
    if (isHot) await formSplitStore(db, { forms: tables.forms, formSlugs: tables.formSlugs }).split(form);
    secrets.push(`turnstile-secret-${number}`, form.address_salt);
    const webhook = newWebhook(
      { account_id: accountId, owner_id: form.form_id },
      { url: 'https://hooks.example.org/', headers: { authorization: `Bearer header-secret-${number}` } },
      Date.now(),
      systemRandom,
    );
    await put(tables.webhooks, webhook);
    secrets.push(webhook.secret, `header-secret-${number}`);
    await put(tables.recipients, {
      owner_id: form.form_id,
      recipient_id: recipient.recipient_id,
      unsubscribed_at: '2026-11-01T00:00:00.000Z',
    });
    await put(tables.counters, {
      counter: `words#${form.form_id}`,
      spam_marks: 3,
      good_marks: 4,
      counts: new Uint8Array([0, 1, 2, 254, 255]),
      version: 7,
    });
    const items = Array.from({ length: 60 }, (_, index) => {
      const made = newSubmission(
        { ...form, ...(isHot && { pieces: PIECES }) },
        {
          status: index % 10 === 0 ? 'spam' : 'received',
          payload: payloadOfPairs([
            ['name', `Ada ${index}`],
            ['__proto__', 'ünï\u2028code "quoted"\n'],
          ]),
          attachments:
            index % 30 === 1
              ? [
                  {
                    file_id: `file_${String(index).padStart(16, '0')}`,
                    field: 'cv',
                    name: '../cv.pdf',
                    content_type: 'application/pdf',
                    size: 9,
                  },
                ]
              : [],
        },
        { now: Date.now() - index * 60_000, random: systemRandom, spamRetentionDays: 30 },
      );
      return { ...made, ...(index === 2 && { starred: true as const, note: 'Call back', version: 3 }) };
    });
    submissions += items.length;
    await putAll(db, tables.submissions, items.map(toSubmissionItem));
    for (const item of items)
      for (const { file_id } of item.attachments)
        await buckets.s3.send(
          new PutObjectCommand({
            Bucket: buckets.attachments,
            Key: `${item.form_id}/${item.submission_id}/${file_id}`,
            Body: `a file ${number % 10} `,
            ContentType: 'application/pdf',
          }),
        );
    const [first, second, third] = items;
    const delivery = (webhookId: string, submissionId: string, status: string) => ({
      webhook_id: webhookId,
      delivery_id: deliveryIdOf(webhookId, submissionId),
      event: 'submission.created',
      submission_id: submissionId,
      status,
      attempts: 1,
      automatic_attempts: 1,
      last_status_code: 200,
      last_error: null,
      next_attempt_at: status === 'pending' ? '2026-11-22T00:00:00.000Z' : null,
      created_at: '2026-11-20T00:00:00.000Z',
      updated_at: '2026-11-20T00:00:00.000Z',
      log: [],
      in_flight: [],
      ...(status === 'pending' && { overdue_shard: '1', check_at: '2026-11-22T00:00:00.000Z' }),
      ...(status === 'failed' && { failed_at: '2026-11-20T00:00:00.000Z' }),
      expires_at: inDays(20),
      version: 2,
    });
    await put(tables.deliveries, delivery(webhook.webhook_id, first!.submission_id, 'succeeded'));
    await put(tables.deliveries, delivery(webhook.webhook_id, second!.submission_id, 'failed'));
    await put(tables.deliveries, delivery(webhook.webhook_id, third!.submission_id, 'pending'));
    await put(tables.deliveries, delivery(all.webhook_id, first!.submission_id, 'succeeded'));
    await put(tables.emails, {
      form_id: form.form_id,
      email_key: `${first!.submission_id}.notification.${recipient.recipient_id}`,
      kind: 'notification',
      recipient_id: recipient.recipient_id,
      address: 'ann@example.com',
      status: 'delivered',
      changed_at: '2026-11-20T00:00:00.000Z',
      expires_at: inDays(80),
    });
    // This item has expired but hasn't been deleted yet.
    const [gone] = items.slice(-1);
    await put(tables.submissions, { ...toSubmissionItem(gone!), expires_at: inDays(-1) });
    submissions -= 1;
  }
  const quota = `quota#${accountId}#${new Date().toISOString().slice(0, 7)}`;
  // A shard has used 2 of its 10 units, so 42 units are used.
  await put(tables.counters, { counter: quota, used: 50, shard_3: 10, expires_at: inDays(60) });
  await put(tables.counters, { counter: `${quota}#3`, used: 2, allocated: 10, expires_at: inDays(60) });
  return { accountId, key, forms, secrets, submissions, slug: forms[0]!.slug };
}
