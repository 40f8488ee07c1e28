/**
 * Handles requests to a workflow's webhook. Rejects the request, responds without running the workflow, or
 * starts a run.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readFieldTypes, withTypedPayload, type FieldTypes } from '../service/typed-payload.ts';
import { callForObject } from '../service/service-request.ts';
import { isRecord, recordsIn, textIn } from '../service/unknown-value.ts';
import { verifyDelivery, type VerifiedEvent } from './signed-delivery.ts';
import { hasSeen, keepTypes, keptTypes, keptWebhook, noteSeen, type KeptWebhook } from './trigger-state.ts';
import { chosenEvents } from './webhook-events.ts';

const DEFAULT_TOLERANCE = 300;

interface Options {
  readonly dropRepeated: boolean;
  readonly toleranceSeconds: number;
  readonly typed: boolean;
}

function optionsOf(webhook: IWebhookFunctions): Options {
  const { dropRepeated, tolerance, typed } = webhook.getNodeParameter('options', {}) as IDataObject;
  return {
    dropRepeated: dropRepeated !== false,
    toleranceSeconds: typeof tolerance === 'number' ? tolerance : DEFAULT_TOLERANCE,
    typed: typed !== false,
  };
}

/** Verifies a request to the webhook and starts a run if it contains a new event. */
export async function receiveEvent(webhook: IWebhookFunctions): Promise<IWebhookResponseData> {
  const state = webhook.getWorkflowStaticData('node');
  const kept = keptWebhook(state);
  // The service retries later. By then, n8n may have saved the webhook in the workflow's data.
  if (!kept) return respond(webhook, 503, 'This workflow has no secret for the webhook.');
  const options = optionsOf(webhook);
  const { rawBody } = webhook.getRequestObject() as { rawBody?: Buffer };
  const now = Date.now();
  const result = verifyDelivery(
    { headers: webhook.getHeaderData(), body: rawBody ?? Buffer.alloc(0) },
    kept.secret,
    { now, toleranceSeconds: options.toleranceSeconds },
  );
  if ('refused' in result) return respond(webhook, 401, result.refused);
  const { event } = result;
  const isTestRun = webhook.getMode() === 'manual';
  if (event.type === 'webhook.test' && isTestRun) return await runWithSample(webhook, kept, options);
  if (!chosenEvents(webhook).includes(event.type)) return { webhookResponse: { received: event.type } };
  if (options.dropRepeated && !isTestRun && hasSeen(state, event.id))
    return { webhookResponse: { received: event.id, repeated: true } };
  const item = await itemOf(webhook, event, options, now);
  // Recorded last, so that the service retries if an earlier step fails.
  noteSeen(state, event.id);
  return { workflowData: [[{ json: item }]] };
}

/** Responds to the request without running the workflow. */
function respond(webhook: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
  const response = webhook.getResponseObject() as unknown as {
    status(code: number): { json(body: object): unknown };
  };
  response.status(status).json({ message });
  return { noWebhookResponse: true };
}

/**
 * Returns the item for a run, with information about its delivery. For a new submission, the item contains
 * the submission's data directly. For other events, it has `event` and `data`.
 */
async function itemOf(
  webhook: IWebhookFunctions,
  { id, type, created_at, data }: VerifiedEvent,
  { typed }: Options,
  now: number,
): Promise<IDataObject> {
  const formId = textIn(data, 'form_id');
  const hasTypes = typed && formId !== undefined && isRecord(data['payload']);
  const types = hasTypes ? await typesOf(webhook, formId, now) : {};
  const values = withTypedPayload(data as IDataObject, types);
  const content = type === 'submission.created' ? values : { event: type, data: values };
  return { ...content, delivery_id: id, created_at };
}

/**
 * Returns the types of the form's fields and caches them for several minutes. If they can't be read, uses the
 * cached types.
 */
async function typesOf(webhook: IWebhookFunctions, formId: string, now: number): Promise<FieldTypes> {
  const state = webhook.getWorkflowStaticData('node');
  const kept = keptTypes(state, formId, now);
  if (kept?.isFresh) return kept.types;
  // If there are no cached types, the request fails and the service retries it.
  const types = await readFieldTypes(webhook, formId).catch(kept ? () => undefined : undefined);
  if (types) keepTypes(state, formId, types, now);
  return types ?? kept?.types ?? {};
}

/** Runs the workflow for a test ping, using the form's latest submission or an example. */
async function runWithSample(
  webhook: IWebhookFunctions,
  { formId }: KeptWebhook,
  options: Options,
): Promise<IWebhookResponseData> {
  const form = formId ?? (await newestForm(webhook));
  if (form === undefined) return { webhookResponse: { received: 'webhook.test' } };
  const sample = await callForObject(webhook, { path: `/v1/forms/${encodeURIComponent(form)}/sample` });
  const { id, type, created_at, data } = sample as unknown as VerifiedEvent;
  const item = await itemOf(webhook, { id, type, created_at, data }, options, Date.now());
  return { workflowData: [[{ json: item }]] };
}

async function newestForm(webhook: IWebhookFunctions): Promise<string | undefined> {
  const [form] = recordsIn(await callForObject(webhook, { path: '/v1/forms', query: { limit: 1 } }), 'data');
  return textIn(form, 'id');
}
