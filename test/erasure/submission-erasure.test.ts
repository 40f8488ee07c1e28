/**
 * Tests that an erasure removes all traces of a submission and nothing else, even if the function stops at
 * any point.
 */
import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { newAccountId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import {
  eraseSubmission,
  eraseTraces,
  type SubmissionErasure,
  type SubmissionRef,
} from '../../lambdas/erasure/erase-submission.ts';
import { submissionErasureStore } from '../../lambdas/erasure/submission-erasure-store.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import { toSubmissionItem, type Submission } from '../../lambdas/submissions/submission.ts';
import { newDelivery, newOccasionDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { newWithheldDelivery } from '../../lambdas/webhooks/delivery/withheld-delivery.ts';
import { deletedWebhook } from '../../lambdas/webhooks/webhook-id-store.ts';
import { newWebhook, type Webhook } from '../../lambdas/webhooks/webhook.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { putAll, storedForm, submissionOf } from '../support/samples/stored-records.ts';

let stores: TestStores;
let buckets: TestBuckets;
beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

const store = (): SubmissionErasure =>
  submissionErasureStore(stores.db, buckets.s3, stores.tables, buckets.attachments);

/** Returns the part of the submission's id that its delivery ids also contain. */
const uniquePartOf = ({ submission_id }: Submission): string => submission_id.slice(-26);

/** Returns the names of tables with an item, and of objects with a version, that contain the text. */
async function placesOf(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, TableName] of Object.entries(stores.tables)) {
    for await (const { Items = [] } of paginateScan({ client: stores.db }, { TableName }))
      found.push(...Items.filter((item) => JSON.stringify(item).includes(text)).map(() => name));
  }
  const { Versions = [], DeleteMarkers = [] } = await buckets.s3.send(
    new ListObjectVersionsCommand({ Bucket: buckets.attachments }),
  );
  const objects = [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key);
  return [...found, ...objects.filter((key) => key.includes(text))].toSorted();
}

interface Owners {
  readonly form: Form;
  readonly webhooks: readonly Webhook[];
}

/** Creates a form with a webhook, an account-wide webhook, and a deleted webhook. */
async function owners(): Promise<Owners> {
  const account_id = newAccountId(systemRandom);
  const form = await storedForm(stores, { account: account_id });
  const webhookOf = (owner_id: string) =>
    newWebhook({ account_id, owner_id }, { url: 'https://example.com/' }, Date.now(), systemRandom);
  const [ofForm, ofAccount, gone] = [webhookOf(form.form_id), webhookOf(account_id), webhookOf(form.form_id)];
  const remembered = deletedWebhook(form.form_id, gone.webhook_id, Date.now());
  await putAll(stores.db, stores.tables.webhooks, [ofForm, ofAccount, remembered]);
  return { form, webhooks: [ofForm, ofAccount, gone] };
}

const UPLOAD = 'upl_01KQ4S0D80T7H2W5J9R3X6M8QC';

/** Stores a submission with every kind of related record. */
async function fullSubmission({ form, webhooks }: Owners): Promise<Submission> {
  const { db, tables } = stores;
  const { form_id } = form;
  const upload_id = `${UPLOAD}${Buffer.from(systemRandom(4)).toString('hex')}`;
  const stored: Submission = { ...submissionOf(form), upload_ids: [upload_id] };
  const { submission_id } = stored;
  await putAll(db, tables.submissions, [toSubmissionItem(stored)]);
  const occasions = (webhookId: string) => [
    newOccasionDelivery(
      webhookId,
      submission_id,
      { event: 'submission.updated', facts: {}, occasion: { kind: 'change', version: 1 } },
      Date.now(),
    ),
    newOccasionDelivery(
      webhookId,
      submission_id,
      {
        event: 'submission.deleted',
        facts: { submission_id },
        occasion: { kind: 'deletion' },
      },
      Date.now(),
    ),
  ];
  const deliveries = webhooks.flatMap(({ webhook_id }) => [
    newDelivery(webhook_id, submission_id, Date.now()),
    newWithheldDelivery(webhook_id, submission_id, Date.now()),
    ...occasions(webhook_id),
  ]);
  await putAll(db, tables.deliveries, deliveries);
  await putAll(db, tables.emails, [
    { form_id, email_key: `${submission_id}.notification.rcp_1` },
    { form_id, email_key: `${submission_id}.autoresponse` },
  ]);
  await putAll(db, tables.replies, [{ owner_id: form_id, reply_key: `${submission_id}.rpl_1` }]);
  await putAll(db, tables.idempotency, [
    { form_id: `email#${form_id}`, key_digest: `notification.${submission_id}.rcp_1` },
    { form_id: `email#${form_id}`, key_digest: `autoresponse.${submission_id}` },
    { form_id: `email#${form_id}`, key_digest: `reply.${submission_id}.rpl_1` },
  ]);
  await putAll(db, tables.uploads, [{ form_id, upload_id: submission_id, file_ids: ['fil_1'] }]);
  const put = (Key: string) =>
    buckets.s3.send(new PutObjectCommand({ Bucket: buckets.attachments, Key, Body: 'private' }));
  const hide = (Key: string) =>
    buckets.s3.send(new DeleteObjectCommand({ Bucket: buckets.attachments, Key }));
  await put(`${form_id}/${submission_id}/fil_1`);
  await put(`${form_id}/${submission_id}/fil_1`);
  await put(`${form_id}/${submission_id}/fil_2`);
  await hide(`${form_id}/${submission_id}/fil_2`);
  await put(`uploads/${form_id}/${upload_id}`);
  await hide(`uploads/${form_id}/${upload_id}`);
  return stored;
}

/** Places that contain a submission's id before the erasure. */
const everywhere = ({ form_id, submission_id }: Submission): string[] =>
  [
    ...Array.from({ length: 12 }, () => 'deliveries'),
    ...['emails', 'emails', 'idempotency', 'idempotency', 'idempotency', 'replies', 'submissions', 'uploads'],
    ...['fil_1', 'fil_1', 'fil_2', 'fil_2'].map((file) => `${form_id}/${submission_id}/${file}`),
  ].toSorted();

/** The deliveries that notify the three webhooks of the deletion. */
const TOLD = ['deliveries', 'deliveries', 'deliveries'];

it('erases everything about a submission and nothing about any other', async () => {
  const made = await owners();
  const [erased, other] = [await fullSubmission(made), await fullSubmission(made)];
  expect(await placesOf(uniquePartOf(erased))).toEqual(everywhere(erased));
  const upload = erased.upload_ids![0]!;
  const uploaded = `uploads/${erased.form_id}/${upload}`;
  expect(await placesOf(upload)).toEqual(['submissions', uploaded, uploaded]);

  await eraseSubmission(erased, store());
  expect(await placesOf(uniquePartOf(erased))).toEqual(TOLD);
  expect(await placesOf(upload)).toEqual([]);
  expect(await placesOf(uniquePartOf(other))).toEqual(everywhere(other));
  // Duplicate messages are harmless.
  await eraseSubmission(erased, store());
  expect(await placesOf(uniquePartOf(erased))).toEqual(TOLD);
});

it('erases data that a running function stored after the submission was deleted', async () => {
  const made = await owners();
  const erased = await fullSubmission(made);
  await eraseSubmission(erased, store());
  const { form_id, submission_id } = erased;
  await putAll(stores.db, stores.tables.emails, [{ form_id, email_key: `${submission_id}.autoresponse` }]);
  const late = newDelivery(made.webhooks[1]!.webhook_id, submission_id, Date.now());
  await putAll(stores.db, stores.tables.deliveries, [late]);
  await eraseTraces(erased, store());
  expect(await placesOf(uniquePartOf(erased))).toEqual(TOLD);
});

it('erases everything even if the function stops before or after any step', async () => {
  const made = await owners();
  const steps = Object.keys(store()) as (keyof SubmissionErasure)[];
  expect(steps).toHaveLength(9);
  for (const step of steps) {
    for (const isDone of [false, true]) {
      const erased = await fullSubmission(made);
      const working = store();
      const crashing = {
        ...working,
        async [step](ref: SubmissionRef, uploadIds: readonly string[]) {
          if (isDone) await working[step](ref, uploadIds);
          throw new Error('crashed');
        },
      };
      await expect(eraseSubmission(erased, crashing)).rejects.toThrow('crashed');
      await eraseSubmission(erased, store());
      expect(await placesOf(uniquePartOf(erased))).toEqual(TOLD);
      expect(await placesOf(erased.upload_ids![0]!)).toEqual([]);
    }
  }
});
