/** Reads the forms and webhooks of the account that a key belongs to. */
import * as z from 'zod';
import { mapInParallel } from '../core/map-in-parallel.ts';
import {
  formInResponse,
  webhookInResponse,
  type Actual,
  type ActualForm,
  type ActualWebhook,
} from './actual-state.ts';
import { RequestRefused, type ApiResponse, type FormsApi } from './forms-api.ts';
import type { Step } from './step.ts';

const caller = z.object({ account: z.object({ id: z.string() }) });
/** Number of forms and webhooks to read in parallel. */
const AT_ONCE = 8;

/**
 * Reads all forms and webhooks, with up to a hundred per request.
 * @throws RequestRefused
 */
export async function readActual(api: FormsApi): Promise<Actual> {
  const [me, forms, webhooks] = await Promise.all([
    api.request('GET', '/v1/me').then((response) => parsed(response, caller)),
    readAll(api, '/v1/forms', formInResponse),
    readAll(api, '/v1/webhooks?scope=all', webhookInResponse),
  ]);
  // Skip agents' subscriptions, because agents renew them themselves.
  const own = webhooks.filter(({ kind }) => kind === 'webhook');
  const byForm = Map.groupBy(own, ({ form_id }) => form_id);
  const webhooksOf = (id: string | null): ActualWebhook[] => (byForm.get(id) ?? []).map((view) => ({ view }));
  return {
    accountId: me.account.id,
    forms: forms.map((view) => ({ view, webhooks: webhooksOf(view.id) })),
    webhooks: webhooksOf(null),
  };
}

/**
 * Rereads the forms and webhooks that the steps will change, including their entity tags. Omits those that no
 * longer exist.
 * @throws RequestRefused
 */
export async function readForChange(api: FormsApi, actual: Actual, steps: readonly Step[]): Promise<Actual> {
  const ids = new Set(steps.flatMap((step) => (step.action === 'create' ? [] : [step.id])));
  const webhooks = async (all: readonly ActualWebhook[]): Promise<ActualWebhook[]> =>
    (
      await inParallel(all, async (webhook) => {
        if (!ids.has(webhook.view.id)) return webhook;
        return readOne(api, `/v1/webhooks/${webhook.view.id}`, webhookInResponse);
      })
    ).filter((webhook) => webhook !== undefined);
  const forms = await inParallel(actual.forms, async (form): Promise<ActualForm | undefined> => {
    const own = await webhooks(form.webhooks);
    if (!ids.has(form.view.id)) return { ...form, webhooks: own };
    const found = await readOne(api, `/v1/forms/${form.view.id}`, formInResponse);
    return found && { ...found, webhooks: own };
  });
  return {
    ...actual,
    forms: forms.filter((form) => form !== undefined),
    webhooks: await webhooks(actual.webhooks),
  };
}

/** Runs the task for all items, and rejects with the first error. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = await mapInParallel(items, AT_ONCE, (item) =>
    task(item).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  );
  return results.map((result) => {
    if ('error' in result) throw result.error;
    return result.value;
  });
}

async function readOne<View>(
  api: FormsApi,
  path: string,
  schema: z.ZodType<View>,
): Promise<{ view: View; etag: string | undefined } | undefined> {
  const response = await api.request('GET', path);
  if (response.status === 404) return undefined;
  return { view: parsed(response, schema), etag: response.etag };
}

async function readAll<View>(api: FormsApi, path: string, schema: z.ZodType<View>): Promise<View[]> {
  const page = z.object({ data: z.array(schema), next_cursor: z.string().nullable() });
  const all: View[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, next_cursor }: z.output<typeof page> = parsed(
      await api.request('GET', `${path}${query}`),
      page,
    );
    all.push(...data);
    cursor = next_cursor;
  } while (cursor !== null);
  return all;
}

/** @throws RequestRefused if the response is an error */
export function parsed<View>(response: ApiResponse, schema: z.ZodType<View>): View {
  if (response.status >= 300) throw new RequestRefused(response.detail);
  return schema.parse(response.body);
}
