/** Counts the records of matching submissions, and the recipients of copies. */
import { mapInParallel } from '../core/map-in-parallel.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { EmailRecord } from '../submissions/email-log/email-record.ts';
import type { Submission } from '../submissions/submission.ts';
import type { DataRequest, DataRequestCounts, Told } from './data-request.ts';
import type { SearchedWebhook } from './read-attributes.ts';
import type { SearchedRecords } from './request-records.ts';

const CONCURRENCY = 25;

/** The properties of a request that contain counts. */
export type Counted = Pick<DataRequest, 'counts' | 'forms' | 'told'>;

/** The number of deliveries to one webhook. */
interface WebhookCount {
  readonly webhook: SearchedWebhook;
  readonly all: number;
  readonly attempted: number;
}

/**
 * Counts the records that belong to a form's matching submissions.
 * @param person the person's address, which isn't counted as a recipient of copies
 */
export async function countMatches(
  form: Pick<FormWithoutSecrets, 'form_id' | 'account_id' | 'name'>,
  submissions: readonly Submission[],
  person: string | undefined,
  reader: Pick<SearchedRecords, 'emails' | 'webhooks' | 'deliveries'>,
): Promise<Counted> {
  const webhooks =
    submissions.length === 0
      ? []
      : (await Promise.all([form.form_id, form.account_id].map(reader.webhooks))).flat();
  const errors: unknown[] = [];
  const found = await mapInParallel(submissions, CONCURRENCY, async (submission) => {
    try {
      const [emails, deliveries] = await Promise.all([
        reader.emails(submission),
        Promise.all(
          webhooks.map(async (webhook) => ({
            webhook,
            ...(await reader.deliveries(webhook.webhook_id, submission.submission_id)),
          })),
        ),
      ]);
      return { emails, deliveries };
    } catch (error) {
      errors.push(error);
      return { emails: [], deliveries: [] };
    }
  });
  if (errors.length > 0) throw errors[0];
  const emails = found.flatMap((each) => each.emails);
  const deliveries = found.flatMap((each) => each.deliveries);
  return {
    counts: {
      submissions: submissions.length,
      spam: submissions.filter(({ status }) => status === 'spam').length,
      files: total(submissions, ({ attachments }) => attachments.length),
      emails: emails.length,
      deliveries: total(deliveries, ({ all }) => all),
      recipients: 0,
    },
    forms:
      submissions.length === 0
        ? []
        : [{ form_id: form.form_id, name: form.name, submissions: submissions.length }],
    told: {
      ...toldWebhooks(deliveries),
      recipients: toldRecipients(emails, person),
    },
  };
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

function toldWebhooks(counted: readonly WebhookCount[]): Pick<Told, 'webhooks' | 'connections'> {
  const attempted = counted.filter((each) => each.attempted > 0);
  return {
    webhooks: mergedWebhooks(
      attempted
        .filter(({ webhook }) => webhook.connection_id === undefined)
        .map(({ webhook: { webhook_id, url }, attempted: deliveries }) => ({
          webhook_id,
          host: url === undefined ? null : new URL(url).host,
          deliveries,
        })),
    ),
    connections: mergedConnections(
      attempted.flatMap(({ webhook: { connection_id, app }, attempted: deliveries }) =>
        connection_id === undefined ? [] : [{ connection_id, name: app?.name ?? '', deliveries }],
      ),
    ),
  };
}

/** Statuses of e-mails that may have left the service. */
const SENT: readonly EmailRecord['status'][] = ['sent', 'delivered', 'bounced', 'complained'];

function toldRecipients(emails: readonly EmailRecord[], person: string | undefined): Told['recipients'] {
  const sent = emails.flatMap(({ address, status }) =>
    address === undefined || !SENT.includes(status) || address.toLowerCase() === person?.toLowerCase()
      ? []
      : [{ address: address.toLowerCase(), emails: 1 }],
  );
  return mergedRecipients(sent);
}

/** Combines rows with the same key by adding their counts. */
function merged<Row>(rows: readonly Row[], keyOf: (row: Row) => string, sum: (a: Row, b: Row) => Row): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const known = byKey.get(keyOf(row));
    byKey.set(keyOf(row), known === undefined ? row : sum(known, row));
  }
  return [...byKey.values()];
}

const mergedWebhooks = (rows: readonly Told['webhooks'][number][]): Told['webhooks'] =>
  merged(
    rows,
    ({ webhook_id }) => webhook_id,
    (a, b) => ({ ...a, deliveries: a.deliveries + b.deliveries }),
  );

const mergedConnections = (rows: readonly Told['connections'][number][]): Told['connections'] =>
  merged(
    rows,
    ({ connection_id }) => connection_id,
    (a, b) => ({ ...a, deliveries: a.deliveries + b.deliveries }),
  );

const mergedRecipients = (rows: readonly Told['recipients'][number][]): Told['recipients'] =>
  merged(
    rows,
    ({ address }) => address,
    (a, b) => ({ ...a, emails: a.emails + b.emails }),
  );

const mergedForms = (rows: readonly DataRequest['forms'][number][]): DataRequest['forms'] =>
  merged(
    rows,
    ({ form_id }) => form_id,
    (a, b) => ({ ...a, submissions: a.submissions + b.submissions }),
  );

/** Adds up two counts. */
export function addCounts(a: Counted, b: Counted): Counted {
  const names = Object.keys(a.counts) as (keyof DataRequestCounts)[];
  return {
    counts: Object.fromEntries(
      names.map((name) => [name, a.counts[name] + b.counts[name]]),
    ) as DataRequestCounts,
    forms: mergedForms([...a.forms, ...b.forms]),
    told: {
      webhooks: mergedWebhooks([...a.told.webhooks, ...b.told.webhooks]),
      recipients: mergedRecipients([...a.told.recipients, ...b.told.recipients]),
      connections: mergedConnections([...a.told.connections, ...b.told.connections]),
    },
  };
}
