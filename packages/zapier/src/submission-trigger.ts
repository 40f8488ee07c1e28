/**
 * Defines the "New submission" trigger, which uses a webhook while the Zap is on, and lists submissions for
 * tests in the editor.
 */
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { textOf } from './bundle-input.ts';
import { formOutputs } from './form-fields.ts';
import { apiUrl } from './installation.ts';
import { isSigned } from './hook-signature.ts';
import { sampleSubmission, submissionOutputs } from './samples.ts';
import { eventsInput, eventsOf } from './trigger-events.ts';
import { filterInput, filterOf } from './trigger-filter.ts';
import {
  outputOfEvent,
  outputOfOtherEvent,
  outputOfSubmission,
  type OtherEvent,
  type Submission,
  type SubmissionEvent,
} from './submission-output.ts';

/** A webhook as returned on creation, which is the only response that contains `secret`. */
interface Subscription {
  readonly id: string;
  readonly secret?: string;
}

/**
 * Creates the webhook. If a webhook with this URL already exists, the service returns it without its secret. In
 * that case, requests a new secret.
 */
async function subscribe(z: ZObject, bundle: Bundle): Promise<Subscription> {
  const form = textOf(bundle, 'form_id');
  const settings = { events: eventsOf(bundle), filter: filterOf(z, bundle) };
  const { data } = await z.request<Subscription>({
    url: form ? apiUrl`/v1/forms/${form}/webhooks` : apiUrl`/v1/webhooks`,
    method: 'POST',
    body: { url: bundle.targetUrl, name: 'Zapier', ...settings },
  });
  if (data.secret !== undefined) return { id: data.id, secret: data.secret };
  const rotated = await z.request<Subscription>({
    url: apiUrl`/v1/webhooks/${data.id}`,
    method: 'PATCH',
    body: { rotate_secret: true, ...settings },
  });
  return { id: data.id, ...(rotated.data.secret !== undefined && { secret: rotated.data.secret }) };
}

async function unsubscribe(z: ZObject, { subscribeData }: Bundle): Promise<object> {
  const response = await z.request({
    url: apiUrl`/v1/webhooks/${subscribeData?.id ?? ''}`,
    method: 'DELETE',
    skipThrowForStatus: true,
  });
  // A webhook that no longer exists is not an error.
  if (response.status !== 404) response.throwForStatus();
  return {};
}

/**
 * Returns a delivery's data if its signature is valid. If the signed bytes or the secret are missing, reads a new
 * submission from the service by its id and ignores other events.
 */
async function receive(z: ZObject, bundle: Bundle) {
  const { headers = {}, content } = bundle.rawRequest ?? {};
  const { secret } = (bundle.subscribeData ?? {}) as Partial<Subscription>;
  if (content === undefined || secret === undefined) {
    const event = bundle.cleanedRequest as Partial<SubmissionEvent> | undefined;
    const id = event?.data?.submission_id;
    if (event?.type !== 'submission.created' || typeof id !== 'string') return [];
    const { data } = await z.request<Submission>(apiUrl`/v1/submissions/${id}`);
    return data.status === 'received' ? [withoutStatus(outputOfSubmission(z, data))] : [];
  }
  if (!isSigned({ headers, content }, secret))
    throw new z.errors.HaltedError('The request was ignored because the form service did not sign it.');
  const event = JSON.parse(content) as SubmissionEvent | OtherEvent;
  if (isNewSubmission(event)) return [outputOfEvent(z, event)];
  return eventsOf(bundle).includes(event.type) ? [outputOfOtherEvent(event)] : [];
}

const isNewSubmission = (event: SubmissionEvent | OtherEvent): event is SubmissionEvent =>
  event.type === 'submission.created';

const withoutStatus = ({ status, note, ...rest }: ReturnType<typeof outputOfSubmission>) => rest;

/**
 * Returns the newest submissions in the webhook's shape. If there are none, returns a sample made from the
 * form's fields.
 */
async function listRecent(z: ZObject, bundle: Bundle) {
  const form = textOf(bundle, 'form_id');
  const { data } = await z.request<{ data: SubmissionEvent[] }>({
    url: form ? apiUrl`/v1/forms/${form}/submissions` : apiUrl`/v1/submissions`,
    params: { shape: 'event', limit: 10 },
  });
  if (data.data.length > 0 || !form) return data.data.map((event) => outputOfEvent(z, event));
  const sample = await z.request<SubmissionEvent>(apiUrl`/v1/forms/${form}/sample`);
  return [outputOfEvent(z, sample.data)];
}

export const newSubmission = {
  key: 'new_submission',
  noun: 'Submission',
  display: { label: 'New submission', description: 'Triggers when a form accepts a submission.' },
  operation: {
    type: 'hook',
    inputFields: [
      {
        key: 'form_id',
        label: 'Form',
        type: 'string',
        dynamic: 'form_list.id.name',
        required: false,
        altersDynamicFields: true,
        helpText: 'Leave empty for all forms of the account.',
      },
      eventsInput,
      filterInput,
    ],
    performSubscribe: subscribe,
    performUnsubscribe: unsubscribe,
    perform: receive,
    performList: listRecent,
    sample: sampleSubmission,
    outputFields: [...submissionOutputs, formOutputs],
  },
} satisfies Trigger;
