/** Tests how the sweeper checks samples of submissions for missing deliveries. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, HOUR, MINUTE, timestamp } from '../../lambdas/core/clock.ts';
import { deliveryIdOf } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { missedSubmissionStore } from '../../lambdas/outbox/missed-submission-store.ts';
import { missedSubmissions } from '../../lambdas/outbox/missed-submissions.ts';
import { toSubmissionItem, type Submission } from '../../lambdas/submissions/submission.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { newWebhook, type SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedForm, submissionOf } from '../support/samples/stored-records.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const NOW = Date.now();
const put = (table: string, Item: object) => stores.db.send(new PutCommand({ TableName: table, Item }));

/** Stores a webhook that was last changed two days ago, with its form. */
async function webhookOf(changes: Partial<SigningWebhook> = {}) {
  const form = await storedForm(stores);
  const made = newWebhook(
    { account_id: 'acc_1', owner_id: form.form_id },
    { url: 'https://hooks.example.com/x' },
    NOW - 2 * DAY,
    systemRandom,
  );
  const webhook = { ...made, ...changes };
  await put(stores.tables.webhooks, webhook);
  return { form, webhook };
}
async function submissionAt(
  form: Parameters<typeof submissionOf>[0],
  at: number,
  changes: Partial<Submission> = {},
) {
  const submission = { ...submissionOf(form, { at }), ...changes };
  await put(stores.tables.submissions, toSubmissionItem(submission));
  return submission;
}

const deliveries = () => deliveryStore(stores, stores.tables.deliveries);
/** Runs the check until every webhook in the table has been in a sample. */
async function missed(): Promise<string[]> {
  const check = missedSubmissions({
    now: () => NOW,
    findDelivery: deliveries().find,
    ...missedSubmissionStore(stores.db, stores.tables),
  });
  const found: string[] = [];
  for (let run = 0; run < 4; run += 1) found.push(...(await check()));
  return [...new Set(found)];
}

it('finds submissions without a delivery, checking a few webhooks at a time', async () => {
  // More webhooks than fit into one sample.
  const all = await Promise.all(Array.from({ length: 30 }, () => webhookOf()));
  const [one, other] = [all[3]!, all[27]!];
  const lost = await submissionAt(one.form, NOW - 2 * HOUR);
  const alsoLost = await submissionAt(other.form, NOW - 3 * HOUR);
  const delivered = await submissionAt(other.form, NOW - 4 * HOUR);
  await deliveries().create(newDelivery(other.webhook.webhook_id, delivered.submission_id, NOW - 4 * HOUR));
  const expected = [
    deliveryIdOf(one.webhook.webhook_id, lost.submission_id),
    deliveryIdOf(other.webhook.webhook_id, alsoLost.submission_id),
  ];
  expect((await missed()).toSorted()).toEqual(expected.toSorted());
  for (const [id, { webhook }] of [
    [lost, one],
    [alsoLost, other],
  ] as const)
    await deliveries().create(newDelivery(webhook.webhook_id, id.submission_id, NOW));
  expect(await missed()).toEqual([]);
});

it.each<[string, Partial<SigningWebhook>, number, Partial<Submission>]>([
  ['that is so new that it may still be queued', {}, 10 * MINUTE, {}],
  ['that is older than the stream', {}, 26 * HOUR, {}],
  ['for a disabled webhook', { enabled: false }, 2 * HOUR, {}],
  ['for a webhook that was changed later', { updated_at: timestamp(NOW - HOUR) }, 2 * HOUR, {}],
  ["for an app's webhook", { connection_id: 'con_1' }, 2 * HOUR, {}],
  ['that was marked as spam', {}, 2 * HOUR, { status: 'spam' }],
  ['that was released from spam', {}, 2 * HOUR, { version: 1 }],
  ['imported', {}, 2 * HOUR, { imported_at: timestamp(NOW) }],
  ['that no one is notified about', {}, 2 * HOUR, { nobody_to_tell: true }],
])("doesn't expect a delivery for a submission %s", async (_, webhook, age, submission) => {
  const { form } = await webhookOf(webhook);
  await submissionAt(form, NOW - age, submission);
  expect(await missed()).toEqual([]);
});
