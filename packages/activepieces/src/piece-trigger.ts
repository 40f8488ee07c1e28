/**
 * Defines the "New submission" trigger, which creates a webhook when a flow is enabled and deletes it when
 * the flow is disabled.
 */
import { createTrigger, Property, TriggerStrategy } from '@activepieces/pieces-framework';
import { connection, type Connection } from './piece-connection.ts';
import { formProperty } from './piece-properties.ts';
import {
  outputOfEvent,
  outputOfOtherEvent,
  outputOfSubmission,
  type OtherEvent,
  type Submission,
  type SubmissionEvent,
} from './piece-submission.ts';
import { isSigned } from './piece-signature.ts';
import { apiPath, call, request } from './service-call.ts';

/** Storage key for the flow's webhook. */
const STORED = 'webhook';

/** A webhook as returned on creation, which is the only response that contains `secret`. */
interface Webhook {
  readonly id: string;
  readonly secret?: string;
}

/** Returns the filter for the webhook, or null if the property is empty. The service checks its conditions. */
function filterOf(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'object' && Object.keys(value).length === 0 ? null : value;
}

/** Returns the selected events, or `submission.created` if none are selected. */
function eventsOf(selected: readonly string[] | undefined): readonly string[] {
  return selected === undefined || selected.length === 0 ? ['submission.created'] : selected;
}

interface Settings {
  readonly events: readonly string[];
  readonly filter: unknown;
}

async function subscribe(auth: Connection, form: string, url: string, settings: Settings): Promise<Webhook> {
  const made = await call<Webhook>(auth, apiPath`/v1/forms/${form}/webhooks`, {
    method: 'POST',
    body: { url, name: 'Activepieces', ...settings },
  });
  if (made.secret !== undefined) return made;
  // The webhook already existed and its secret can't be read again, so request a new one.
  return call<Webhook>(auth, apiPath`/v1/webhooks/${made.id}`, {
    method: 'PATCH',
    body: { rotate_secret: true, ...settings },
  });
}

const isNewSubmission = (event: SubmissionEvent | OtherEvent): event is SubmissionEvent =>
  event.type === 'submission.created';

export const newSubmission = createTrigger({
  auth: connection,
  name: 'new_submission',
  displayName: 'New submission',
  description: 'Triggers when a form accepts a submission',
  type: TriggerStrategy.WEBHOOK,
  props: {
    form_id: formProperty(true, 'The form whose submissions start the flow'),
    events: Property.StaticMultiSelectDropdown<string>({
      displayName: 'Events',
      description: 'The events that start the flow. Leave empty for new submissions only.',
      required: false,
      options: {
        options: [
          { label: 'New submission', value: 'submission.created' },
          { label: 'Changed submission', value: 'submission.updated' },
          { label: 'Deleted submission', value: 'submission.deleted' },
        ],
      },
    }),
    filter: Property.Json({
      displayName: 'Filter',
      description:
        'Only submissions that match start the flow, for example {"all": [{"field": "topic", "op": "equals", "value": "sales"}]}. Leave empty for all submissions.',
      required: false,
    }),
  },
  sampleData: {
    id: 'sub_01JD4T3V8K6Q2W9Z5X7Y0A1B2C',
    form_id: 'frm_contact',
    created_at: '2026-11-20T09:30:00.412Z',
    fields: { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Hello' },
    files: [],
  },

  async onEnable({ auth, propsValue, webhookUrl, store }) {
    const { id, secret } = await subscribe(auth, propsValue.form_id, webhookUrl, {
      events: eventsOf(propsValue.events),
      filter: filterOf(propsValue.filter),
    });
    await store.put<Webhook>(STORED, { id, ...(secret !== undefined && { secret }) });
  },

  async onDisable({ auth, store }) {
    const webhook = await store.get<Webhook>(STORED);
    if (webhook === null) return;
    await request(auth, apiPath`/v1/webhooks/${webhook.id}`, { method: 'DELETE' });
    await store.delete(STORED);
  },

  /**
   * Returns the delivery's data. If the signed bytes are missing, the request can't be trusted. In that case, reads a
   * new submission from the service by its id and ignores other events.
   */
  async run({ auth, payload, propsValue, store }) {
    const webhook = await store.get<Webhook>(STORED);
    const { rawBody } = payload;
    if (typeof rawBody === 'string' || Buffer.isBuffer(rawBody)) {
      if (webhook?.secret === undefined || !isSigned(payload.headers, rawBody, webhook.secret)) return [];
      const event = JSON.parse(rawBody.toString()) as SubmissionEvent | OtherEvent;
      if (isNewSubmission(event)) return [outputOfEvent(event)];
      return eventsOf(propsValue.events).includes(event.type) ? [outputOfOtherEvent(event)] : [];
    }
    const event = payload.body as Partial<SubmissionEvent> | undefined;
    const id = event?.data?.submission_id;
    if (event?.type !== 'submission.created' || typeof id !== 'string') return [];
    const submission = await call<Submission>(auth, apiPath`/v1/submissions/${id}`);
    const { status, read_at, starred, note, ...output } = outputOfSubmission(submission);
    return status === 'received' ? [output] : [];
  },

  async test({ auth, propsValue }) {
    const form = propsValue.form_id;
    const { data } = await call<{ data: readonly SubmissionEvent[] }>(
      auth,
      apiPath`/v1/forms/${form}/submissions`,
      { query: { shape: 'event', limit: 5 } },
    );
    if (data.length > 0) return data.map(outputOfEvent);
    return [outputOfEvent(await call<SubmissionEvent>(auth, apiPath`/v1/forms/${form}/sample`))];
  },
});
