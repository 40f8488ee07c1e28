/**
 * Fills the demo account with a small workshop's activity over one month, so that lists, charts and searches
 * have data to show. Creates three forms with submissions, and two webhooks, one of which fails.
 */
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { quotaCounter } from '../../lambdas/accounts/quota.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { DAY, timestamp } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { honeypotScore } from '../../lambdas/spam/spam-score.ts';
import { newSubmission, toSubmissionItem, type Submission } from '../../lambdas/submissions/submission.ts';
import { delivered, started, undelivered } from './demo-deliveries.ts';
import { demoPosts, type DemoForm, type DemoPost } from './demo-posts.ts';

/** The demo account's API and tables. Data with past dates is written to the tables directly. */
export interface DemoService {
  readonly baseUrl: string;
  readonly managementKey: string;
  readonly accountId: string;
  readonly contactFormId: string;
  readonly db: DocumentClient;
  readonly tables: Readonly<Record<'submissions' | 'deliveries' | 'webhooks' | 'counters', string>>;
}

/** Nothing listens on this port, so connections are refused immediately. */
const NOBODY = 'http://127.0.0.1:9';
/** Number of days since the contact form's webhook endpoint went down. */
const DOWN_SINCE_DAYS = 1.2;
/** Maximum number of items per BatchWriteItem call. */
const BATCH = 25;

const workshopFields = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'date', label: 'Date', type: 'date', required: true },
  { name: 'seats', label: 'Seats', type: 'number', min: 1, max: 6 },
  {
    name: 'topics',
    label: 'Topics',
    type: 'choices',
    options: ['joinery', 'oil finish', 'chair making', 'sharpening'],
  },
  { name: 'newsletter', label: 'Newsletter', type: 'checkbox' },
];

const jobFields = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  {
    name: 'position',
    label: 'Position',
    type: 'choice',
    options: ['Carpenter', 'Showroom assistant', 'Apprentice'],
  },
  { name: 'portfolio', label: 'Portfolio', type: 'url' },
  { name: 'about', label: 'About you', type: 'text', max_length: 2000 },
];

/** Submissions that are sent through the API, so that the demo account contains real failed deliveries. */
const live: readonly Readonly<Record<string, string>>[] = [
  {
    name: 'Nora Weiss',
    email: 'nora.weiss@example.com',
    subject: 'Tischplatte nach Maß',
    message: 'Ich bräuchte eine Platte in Esche, 160 × 75 cm, vier Zentimeter stark. Was würde das kosten?',
  },
  {
    name: 'James Porter',
    email: 'james.porter@example.com',
    subject: 'Opening hours',
    message: 'Are you open this Saturday afternoon? We would drive over from Linz.',
  },
];

/**
 * Fills the demo account. Writes past submissions to the table as if they had been received on the given
 * days. Submissions from this month count towards the quota.
 * @throws Error if the API rejects a request
 */
export async function fillDemoAccount(service: DemoService, now: number): Promise<void> {
  const forms: Record<DemoForm, string> = {
    contact: service.contactFormId,
    workshop: await created(service, '/v1/forms', {
      name: 'Workshop registration',
      fields: workshopFields,
      thank_you: {
        heading: 'See you at the bench',
        text: 'We’ve saved you a place and will write to you within a day.',
      },
    }),
    jobs: await created(service, '/v1/forms', { name: 'Job application', fields: jobFields }),
  };
  const stored = demoPosts.map((post) => ({ post, submission: submissionOf(service, post, forms, now) }));
  await Promise.all([
    putAll(
      service,
      service.tables.submissions,
      stored.map(({ submission }) => toSubmissionItem(submission)),
    ),
    countQuota(service, stored, now),
  ]);
  await addWebhooks(
    service,
    forms,
    stored.filter(({ post }) => !post.spam),
    now,
  );
  await Promise.all(live.map((fields) => posted(service, forms.contact, fields)));
}

/**
 * Adds the webhooks and their deliveries. Adds none if the stage rejects private webhook targets, because the
 * demo has no public endpoint.
 */
async function addWebhooks(
  service: DemoService,
  forms: Readonly<Record<DemoForm, string>>,
  accepted: readonly { readonly post: DemoPost; readonly submission: Submission }[],
  now: number,
): Promise<void> {
  const add = (form: DemoForm, body: { name: string; url: string }) =>
    createdIfValid(service, `/v1/forms/${forms[form]}/webhooks`, body);
  const [calendar, crm] = await Promise.all([
    add('workshop', { name: 'Calendar', url: `${NOBODY}/calendar` }),
    add('contact', { name: 'Customer database', url: `${NOBODY}/crm` }),
  ]);
  if (calendar === undefined || crm === undefined) return;
  const deliveries = [
    ...accepted
      .filter(({ post }) => post.form === 'workshop')
      .map(({ submission }) => delivered(calendar, submission)),
    ...accepted
      .filter(({ post }) => post.form === 'contact' && post.age > DOWN_SINCE_DAYS)
      .map(({ submission }) => delivered(crm, submission)),
    ...accepted
      .filter(({ post }) => post.form === 'contact' && post.age <= DOWN_SINCE_DAYS)
      .map(({ submission }) => undelivered(crm, submission)),
  ];
  // Store the deliveries as unfinished first, because a result is only counted when a stored delivery
  // finishes.
  await putAll(service, service.tables.deliveries, deliveries.map(started));
  await putAll(service, service.tables.deliveries, deliveries);
  await failing(service, crm, now - DOWN_SINCE_DAYS * DAY);
}

function submissionOf(
  { accountId }: DemoService,
  { form, age, language, fields, state, spam }: DemoPost,
  forms: Readonly<Record<DemoForm, string>>,
  now: number,
): Submission {
  const at = now - age * DAY;
  const made = newSubmission(
    { form_id: forms[form], account_id: accountId, retention_days: null },
    {
      status: spam ? 'spam' : 'received',
      payload: payloadOfPairs(Object.entries(fields)),
      source: { referrer: `https://www.example.com/${form}`, language },
      ...(spam && { spam: honeypotScore('_gotcha') }),
    },
    { now: at, random: systemRandom, spamRetentionDays: 30 },
  );
  return {
    ...made,
    ...(state !== undefined && { read_at: timestamp(at + DAY / 24) }),
    ...(state === 'starred' && { starred: true as const }),
    ...(state === 'answered' && age < 8 && { note: 'Answered by e-mail.' }),
  };
}

async function failing({ db, tables, contactFormId }: DemoService, webhookId: string, since: number) {
  await db.send(
    new UpdateCommand({
      TableName: tables.webhooks,
      Key: { owner_id: contactFormId, webhook_id: webhookId },
      UpdateExpression: 'SET failing_since = :since',
      ExpressionAttributeValues: { ':since': timestamp(since) },
    }),
  );
}

async function countQuota(
  { db, tables, accountId }: DemoService,
  stored: readonly { post: DemoPost; submission: Submission }[],
  now: number,
): Promise<void> {
  const { counter, expiresAt } = quotaCounter(accountId, now, 0);
  const month = timestamp(now).slice(0, 'yyyy-mm'.length);
  const used = stored.filter(
    ({ post, submission }) => !post.spam && submission.received_at.startsWith(month),
  );
  await db.send(
    new UpdateCommand({
      TableName: tables.counters,
      Key: { counter },
      UpdateExpression: 'ADD used :used SET expires_at = :expires',
      ExpressionAttributeValues: { ':used': used.length, ':expires': expiresAt },
    }),
  );
}

async function putAll({ db }: DemoService, table: string, items: readonly object[]): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error(`${table} is too busy`);
  }
}

/** Creates a resource through the API and returns its id. */
async function created(service: DemoService, path: string, body: object): Promise<string> {
  const id = await createdIfValid(service, path, body);
  if (id === undefined) throw new Error(`POST ${path} was rejected as invalid`);
  return id;
}

/**
 * Creates a resource through the API. Resolves to its id, or to undefined if the stage's rules reject it.
 */
async function createdIfValid(service: DemoService, path: string, body: object): Promise<string | undefined> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.managementKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status === 422) return undefined;
  if (response.status !== 201) throw new Error(`POST ${path} was rejected: ${text}`);
  return z.object({ id: z.string() }).parse(JSON.parse(text)).id;
}

async function posted(
  { baseUrl }: DemoService,
  formId: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/f/${formId}`, {
    method: 'POST',
    headers: { referer: 'https://www.example.com/contact', 'accept-language': 'de-AT' },
    body: new URLSearchParams(fields),
  });
  if (response.status !== 201) throw new Error(`A demo submission was rejected: ${await response.text()}`);
}
