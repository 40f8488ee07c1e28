/**
 * Imitates the part of the management API that forms files need. It applies the service's own rules in
 * memory, so thousands of runs take only seconds.
 */
import { Conflict, ProblemError, ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import { isFormId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { NO_COUNTS } from '../../lambdas/forms/counts/form-counts.ts';
import { applyFormPatch, formInput, formPatch, newForm, type Form } from '../../lambdas/forms/form.ts';
import { toFormView } from '../../lambdas/forms/form-view.ts';
import { slugTakenText } from '../../lambdas/forms/slug.ts';
import type { Actual } from '../../lambdas/forms-as-code/actual-state.ts';
import type { ApiResponse, FormsApi } from '../../lambdas/forms-as-code/forms-api.ts';
import {
  newWebhook,
  toWebhookView,
  webhookInput,
  webhookPatch,
  type SigningWebhook,
} from '../../lambdas/webhooks/webhook.ts';
import { storedFilter } from '../../lambdas/forms/filters/filter.ts';

const ACCOUNT = 'acc_0123456789AB';

type Stored<Of> = { value: Of; version: number };

export interface InMemoryApi extends FormsApi {
  readonly forms: Map<string, Stored<Form>>;
  readonly webhooks: Map<string, Stored<SigningWebhook>>;
  /** Returns the account with ETags, in the format of `readActual`. */
  readonly actual: () => Actual;
  /** Number of requests that changed something. */
  writes: number;
  /** Most recently set secrets, keyed by form or webhook id. */
  readonly secrets: Map<string, unknown>;
}

/** Creates an empty account. */
export function inMemoryApi({ emailEnabled = true } = {}): InMemoryApi {
  const forms: InMemoryApi['forms'] = new Map();
  const webhooks: InMemoryApi['webhooks'] = new Map();
  const secrets = new Map<string, unknown>();
  const formView = (of: Form) =>
    toFormView(of, { emailEnabled, statusOf: () => 'pending', countsOf: () => NO_COUNTS });
  const webhookViewOf = (of: SigningWebhook) => toWebhookView(of, null, 0);
  const ok = (body: unknown, version?: number, status = 200): ApiResponse => ({
    status,
    body,
    etag: version === undefined ? undefined : `"${version}.x"`,
    detail: '',
  });
  const failed = (status: number, detail: string): ApiResponse => ({
    status,
    detail,
    body: {},
    etag: undefined,
  });
  const page = (rows: readonly unknown[], query: URLSearchParams): ApiResponse => {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + 100;
    return ok({ data: rows.slice(start, end), next_cursor: end < rows.length ? String(end) : null });
  };

  function formRequest(method: string, id: string, body: object | undefined, ifMatch: string | undefined) {
    const found = forms.get(id);
    if (!found) return failed(404, 'There is no such form.');
    if (ifMatch !== undefined && ifMatch !== `"${found.version}.x"`) return failed(412, 'Changed');
    if (method === 'PATCH') {
      const patch = formPatch.parse(body);
      found.value = applyFormPatch(found.value, patch, 0);
      if (patch.challenge?.secret !== undefined) secrets.set(id, patch.challenge.secret);
      found.version += 1;
      api.writes += 1;
    }
    if (method === 'DELETE') {
      forms.delete(id);
      for (const [webhookId, { value }] of webhooks) if (value.owner_id === id) webhooks.delete(webhookId);
      api.writes += 1;
      return ok(undefined, undefined, 204);
    }
    return ok(formView(found.value), found.version);
  }

  function webhookRequest(method: string, id: string, body: object | undefined, ifMatch: string | undefined) {
    const found = webhooks.get(id);
    if (!found) return failed(404, 'There is no such webhook.');
    if (ifMatch !== undefined && ifMatch !== `"${found.version}.x"`) return failed(412, 'Changed');
    if (method === 'PATCH') {
      const { headers, filter, name, ...rest } = webhookPatch.parse(body);
      if (hasUrl(found.value.owner_id, rest.url, id))
        return failed(409, 'Another webhook already has this URL.');
      const { filter: before, ...others } = found.value;
      found.value = Object.assign(others, rest, {
        ...(name && { name }),
        ...(filter === undefined
          ? before !== undefined && { filter: before }
          : filter && { filter: storedFilter(filter) }),
        ...(headers && { headers, header_names: Object.keys(headers).toSorted() }),
      });
      if (headers) secrets.set(id, headers);
      found.version += 1;
      api.writes += 1;
    }
    if (method === 'DELETE') {
      webhooks.delete(id);
      api.writes += 1;
      return ok(undefined, undefined, 204);
    }
    return ok(webhookViewOf(found.value), found.version);
  }

  const hasUrl = (owner: string, url: string | undefined, id?: string): boolean =>
    [...webhooks].some(([key, { value }]) => key !== id && value.owner_id === owner && value.url === url);

  function createWebhook(owner_id: string, body: object | undefined): ApiResponse {
    const input = webhookInput.parse(body);
    if (hasUrl(owner_id, input.url)) return failed(409, 'Another webhook already has this URL.');
    const value = newWebhook({ account_id: ACCOUNT, owner_id }, input, 0, systemRandom);
    webhooks.set(value.webhook_id, { value, version: 0 });
    if (input.headers) secrets.set(value.webhook_id, input.headers);
    api.writes += 1;
    return ok(webhookViewOf(value), 0, 201);
  }

  function handle(method: string, path: string, body: object | undefined, ifMatch: string | undefined) {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const [, , kind, id = '', sub] = pathname.split('/');
    const all = [...webhooks.values()].map(({ value }) => value);
    if (kind === 'me') return ok({ account: { id: ACCOUNT } });
    if (kind === 'forms' && sub === 'webhooks') {
      if (!forms.has(id)) return failed(404, 'There is no such form.');
      if (method === 'POST') return createWebhook(id, body);
      return page(all.filter(({ owner_id }) => owner_id === id).map(webhookViewOf), searchParams);
    }
    if (kind === 'forms' && id === '') {
      if (method === 'GET')
        return page(
          [...forms.values()].map(({ value }) => formView(value)),
          searchParams,
        );
      const input = formInput.parse(body);
      const value = newForm(ACCOUNT, input, 0, systemRandom);
      if ([...forms.values()].some((other) => other.value.slug === value.slug))
        return failed(409, slugTakenText(value.slug));
      forms.set(value.form_id, { value, version: 1 });
      if (input.challenge?.secret !== undefined) secrets.set(value.form_id, input.challenge.secret);
      api.writes += 1;
      return ok(formView(value), 1, 201);
    }
    if (kind === 'forms') return formRequest(method, id, body, ifMatch);
    if (id !== '') return webhookRequest(method, id, body, ifMatch);
    if (method === 'POST') return createWebhook(ACCOUNT, body);
    const shown = searchParams.has('scope') ? all : all.filter(({ owner_id }) => !isFormId(owner_id));
    return page(shown.map(webhookViewOf), searchParams);
  }

  const api: InMemoryApi = {
    forms,
    webhooks,
    secrets,
    writes: 0,
    actual: () => {
      const of = (owner: string) =>
        [...webhooks.values()]
          .filter(({ value }) => value.owner_id === owner)
          .map(({ value, version }) => ({ view: webhookViewOf(value), etag: `"${version}.x"` }));
      return {
        accountId: ACCOUNT,
        forms: Array.from(forms.values(), ({ value, version }) => ({
          view: formView(value),
          etag: `"${version}.x"`,
          webhooks: of(value.form_id),
        })),
        webhooks: of(ACCOUNT),
      };
    },
    refusedUrl: () => undefined,
    request(method, path, { body, ifMatch } = {}) {
      try {
        // Convert requests and responses to JSON, so that callers can't change stored values.
        const sent = body && (JSON.parse(JSON.stringify(body)) as object);
        return Promise.resolve(handle(method, path, sent, ifMatch));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const status = error instanceof ValidationFailed ? 422 : error instanceof Conflict ? 409 : 500;
        return Promise.resolve(failed(status, error.message));
      }
    },
  };
  return api;
}
