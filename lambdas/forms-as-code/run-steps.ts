/**
 * Runs steps through the management API, one after the other. If a run is interrupted, the next run compares
 * the file with the stored state and makes the remaining changes.
 */
import * as z from 'zod';
import { slugTakenText } from '../forms/slug.ts';
import { ChangedSincePlan, RequestRefused, type ApiResponse, type FormsApi } from './forms-api.ts';
import type { CreateStep, DeleteStep, Step, UpdateStep } from './step.ts';

const created = z.object({ id: z.string() });
const namedWebhooks = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
});

export interface RunOptions {
  /** Returns the id of an existing form. */
  readonly formIdOf: (slug: string) => string | undefined;
  /** Called after each step. */
  readonly onDone: (step: Step) => void;
}

/**
 * Runs the steps.
 * @throws ChangedSincePlan if a form or webhook was changed, created or deleted in the meantime
 * @throws RequestRefused if the API rejects a step for another reason
 */
export async function runSteps(
  steps: readonly Step[],
  api: FormsApi,
  { formIdOf, onDone }: RunOptions,
): Promise<void> {
  const newForms = new Map<string, string>();
  const idOf = (slug: string): string => {
    const id = newForms.get(slug) ?? formIdOf(slug);
    if (id === undefined) throw new ChangedSincePlan(`${slug}: the form was deleted in the meantime.`);
    return id;
  };
  /** The new form that must still be changed after its webhooks are created. */
  let finishing: CreateStep | undefined;
  for (const [at, step] of steps.entries()) {
    switch (step.action) {
      case 'create':
        if (step.webhook === undefined) {
          newForms.set(step.target, await createForm(step, api));
          if (step.then) finishing = step;
        } else await createWebhook(step, step.slug === undefined ? undefined : idOf(step.slug), api);
        break;
      case 'update':
        await update(step, api);
        break;
      case 'delete':
        await remove(step, api);
        break;
    }
    onDone(step);
    if (finishing && steps[at + 1]?.slug !== finishing.slug) {
      const path = `/v1/forms/${idOf(finishing.target)}`;
      accepted(finishing, await api.request('PATCH', path, { body: finishing.then }), z.unknown());
      finishing = undefined;
    }
  }
}

async function createForm(step: CreateStep, api: FormsApi): Promise<string> {
  const response = await api.request('POST', '/v1/forms', { body: step.body });
  if (response.status === 409 && response.detail === slugTakenText(step.target))
    throw new ChangedSincePlan(`${step.target}: ${response.detail}`);
  return accepted(step, response, created).id;
}

/**
 * Creates a webhook. The service allows several webhooks with the same name, so two concurrent runs could
 * both create it. If this has happened, deletes the webhook that this run created. If both runs delete their
 * webhook, the next run creates the webhook.
 */
async function createWebhook(step: CreateStep, formId: string | undefined, api: FormsApi): Promise<void> {
  const path = formId === undefined ? '/v1/webhooks' : `/v1/forms/${formId}/webhooks`;
  const response = await api.request('POST', path, { body: step.body });
  const { id } = accepted(step, response, created);
  const listed = await api.request('GET', `${path}?limit=100`);
  const { data } = accepted(step, listed, namedWebhooks);
  if (data.some((other) => other.name === step.webhook && other.id !== id)) {
    await api.request('DELETE', `/v1/webhooks/${id}`);
    throw new ChangedSincePlan(`${step.target}: another run created this webhook in the meantime.`);
  }
  if (step.then) {
    const change = { body: step.then, ifMatch: response.etag };
    accepted(step, await api.request('PATCH', `/v1/webhooks/${id}`, change), z.unknown());
  }
}

async function update(step: UpdateStep, api: FormsApi): Promise<void> {
  const { body, etag } = step;
  const response = await api.request('PATCH', pathOf(step), { body, ifMatch: etag });
  accepted(step, response, z.unknown());
}

async function remove(step: DeleteStep, api: FormsApi): Promise<void> {
  const response = await api.request('DELETE', pathOf(step), { ifMatch: step.etag });
  if (response.status !== 404) accepted(step, response, z.unknown());
}

const pathOf = ({ webhook, id }: UpdateStep | DeleteStep): string =>
  `/v1/${webhook === undefined ? 'forms' : 'webhooks'}/${id}`;

/**
 * Returns the parsed body of a response.
 * @throws ChangedSincePlan if the form or webhook was changed or deleted
 * @throws RequestRefused for all other error responses
 */
function accepted<View>({ target }: Step, response: ApiResponse, schema: z.ZodType<View>): View {
  const { status, detail, body } = response;
  if (status === 412) throw new ChangedSincePlan(`${target}: changed since the plan.`);
  if (status === 404) throw new ChangedSincePlan(`${target}: deleted in the meantime.`);
  if (status >= 300) throw new RequestRefused(`${target}: ${detail}`);
  return schema.parse(body);
}
