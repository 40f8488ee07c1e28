/** Stores forms and their data in the service's format, for tests of the stores. */
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { formWriter } from '../../../lambdas/forms/form-store.ts';
import type { DocumentClient } from '../../../lambdas/aws/dynamodb.ts';
import { newForm, type Form, type FormInput } from '../../../lambdas/forms/form.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newSubmission, toSubmissionItem, type Submission } from '../../../lambdas/submissions/submission.ts';
import type { TestStores } from '../emulators/stores.ts';

/** Stores a form and returns it. */
export async function storedForm(
  { db, tables }: TestStores,
  input: Partial<FormInput> & { account?: string } = {},
): Promise<Form> {
  const { account = 'acc_1', ...given } = input;
  const slug = `form-${Buffer.from(systemRandom(6)).toString('hex')}`;
  const form = newForm(account, { name: 'A form', slug, ...given }, Date.now(), systemRandom);
  await formWriter(db, { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs }).create(form);
  return form;
}

/** Returns a submission of the form without storing it. */
export function submissionOf(
  form: Form,
  { at = Date.now(), status = 'received', fields = { name: 'Ada' } }: SubmissionWish = {},
): Submission {
  const payload = payloadOfPairs(Object.entries(fields));
  return newSubmission(form, { status, payload }, { now: at, random: systemRandom, spamRetentionDays: 30 });
}

interface SubmissionWish {
  readonly at?: number;
  readonly status?: Submission['status'];
  readonly fields?: Record<string, string>;
}

/** Returns the stored items of all of a form's submissions, ordered by id. */
export async function storedSubmissions(
  { db, tables }: Pick<TestStores, 'db' | 'tables'>,
  formId: string,
): Promise<Record<string, any>[]> {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: tables.submissions,
      KeyConditionExpression: 'form_id = :form',
      ExpressionAttributeValues: { ':form': formId },
      ConsistentRead: true,
    }),
  );
  return Items;
}

/** Stores items in batches of 25, running a few batches in parallel. */
export async function putAll(
  db: DocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  let start = 0;
  const worker = async (): Promise<void> => {
    while (start < items.length) {
      const requests = items.slice(start, (start += 25)).map((Item) => ({ PutRequest: { Item } }));
      await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

export function putSubmissions({ db, tables }: TestStores, made: readonly Submission[]): Promise<void> {
  return putAll(db, tables.submissions, made.map(toSubmissionItem));
}
