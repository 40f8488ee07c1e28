/** Creates, checks and deletes a workflow's webhook when n8n activates or deactivates the workflow. */
import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { problemError } from '../service/service-error.ts';
import { callExpecting, callForObject, callService } from '../service/service-request.ts';
import { isRecord, plainText, textIn } from '../service/unknown-value.ts';
import { keepWebhook, keptWebhook, keptWebhookAt } from './trigger-state.ts';
import { chosenEvents, hasEvents } from './webhook-events.ts';
import { chosenFilter, hasFilter } from './webhook-filter.ts';

const MAX_NAME_LENGTH = 100;

const pathOf = (webhookId: string): string => `/v1/webhooks/${encodeURIComponent(webhookId)}`;

/** Returns the selected form, or null for all forms. */
function chosenForm(hook: IHookFunctions): string | null {
  if (hook.getNodeParameter('formScope', 'form') === 'all') return null;
  const chosen: unknown = hook.getNodeParameter('formId', '', { extractValue: true });
  const formId = plainText(chosen).trim();
  if (formId === '') throw new NodeOperationError(hook.getNode(), 'Choose a form');
  return formId;
}

/** Returns the webhook's events and filter, as selected in the trigger's options. */
const chosenSettings = (hook: IHookFunctions) => ({
  events: chosenEvents(hook),
  filter: chosenFilter(hook),
});

/**
 * Returns true if the workflow's webhook exists and still belongs to the selected form. Enables it if it was
 * disabled, and updates its events and filter.
 */
export async function hasWebhook(hook: IHookFunctions): Promise<boolean> {
  const state = hook.getWorkflowStaticData('node');
  const url = hook.getNodeWebhookUrl('default');
  const kept = hook.getMode() === 'manual' ? keptWebhookAt(state, url) : keptWebhook(state);
  if (!kept) return false;
  const { statusCode, body: webhook } = await callExpecting(hook, { path: pathOf(kept.id) }, 404);
  const isThere = statusCode === 200 && isRecord(webhook);
  if (isThere && webhook['url'] === url && webhook['form_id'] === chosenForm(hook)) {
    const settings = chosenSettings(hook);
    const isCurrent = hasEvents(webhook, settings.events) && hasFilter(webhook, settings.filter);
    if (webhook['enabled'] === false || !isCurrent)
      await callService(hook, {
        method: 'PATCH',
        path: pathOf(kept.id),
        body: { enabled: true, ...settings },
      });
    return true;
  }
  if (isThere) await deleteWebhook(hook, kept.id);
  keepWebhook(state, undefined);
  return false;
}

/**
 * Creates the webhook and stores its secret. A test run also requests a test ping, unless it waits for a real
 * submission.
 */
export async function makeWebhook(hook: IHookFunctions): Promise<boolean> {
  const url = hook.getNodeWebhookUrl('default');
  if (url === undefined) throw new NodeOperationError(hook.getNode(), 'n8n has no URL for this webhook');
  const formId = chosenForm(hook);
  const isTest = hook.getMode() === 'manual';
  const workflow = hook.getWorkflow().name ?? '';
  const name = `n8n: ${workflow}${isTest ? ' (test)' : ''}`.slice(0, MAX_NAME_LENGTH);
  const { id, secret } = await ownWebhook(hook, formId, url, { name, ...chosenSettings(hook) });
  keepWebhook(hook.getWorkflowStaticData('node'), { id, secret, url, formId });
  if (isTest && hook.getNodeParameter('testEvent', 'sample') === 'sample') askForPing(hook, id);
  return true;
}

/** Deletes the webhook. Succeeds if the webhook no longer exists. */
export async function removeWebhook(hook: IHookFunctions): Promise<boolean> {
  const state = hook.getWorkflowStaticData('node');
  const kept = keptWebhookAt(state, hook.getNodeWebhookUrl('default'));
  // A test run must not touch the active workflow's webhook.
  if (!kept) return true;
  await deleteWebhook(hook, kept.id);
  keepWebhook(state, undefined);
  return true;
}

async function deleteWebhook(hook: IHookFunctions, id: string): Promise<void> {
  await callExpecting(hook, { method: 'DELETE', path: pathOf(id) }, 404);
}

/**
 * Creates a webhook with this URL. If a webhook with this URL still exists, reuses it and requests a new
 * secret, because existing secrets can't be read.
 */
async function ownWebhook(
  hook: IHookFunctions,
  formId: string | null,
  url: string,
  settings: IDataObject,
): Promise<{ id: string; secret: string }> {
  const path = formId === null ? '/v1/webhooks' : `/v1/forms/${encodeURIComponent(formId)}/webhooks`;
  const response = await callExpecting(hook, { method: 'POST', path, body: { url, ...settings } }, 409);
  const id = textIn(response.body, response.statusCode === 409 ? 'webhook_id' : 'id');
  // A conflict without an id means that the maximum number of webhooks has been reached.
  if (id === undefined) throw problemError(hook.getNode(), response);
  const secret =
    textIn(response.body, 'secret') ??
    textIn(
      await callForObject(hook, {
        method: 'PATCH',
        path: pathOf(id),
        body: { ...settings, enabled: true, rotate_secret: true },
      }),
      'secret',
    );
  if (secret === undefined)
    throw new NodeOperationError(hook.getNode(), 'The service returned no secret for the webhook', {
      description: 'The credential needs the scopes read and write.',
    });
  return { id, secret };
}

/**
 * Requests a test ping from the service. When the ping arrives, the test run returns a sample. Doesn't wait
 * for the ping, because n8n only passes requests to the node after the webhook has been created.
 */
function askForPing(hook: IHookFunctions, webhookId: string): void {
  callForObject(hook, { method: 'POST', path: `${pathOf(webhookId)}/test` }).then(
    ({ ok, error, status_code }) => {
      if (ok !== true) {
        const reason = plainText(error) || `status ${plainText(status_code)}`;
        hook.logger.warn(`The test ping from svc-forms did not reach n8n: ${reason}`);
      }
    },
    (error: unknown) => hook.logger.warn(`No test ping from svc-forms: ${messageOf(error)}`),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
