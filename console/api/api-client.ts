/**
 * Defines the console's API client. Its types are generated from the OpenAPI document, and the session cookie
 * authenticates its requests. The client throws an error for each error response. GET requests are
 * conditional, so most polls return a 304.
 */
import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, ChangedMeanwhile, NoConnection } from './api-error.ts';
import type { paths } from './api-types.ts';
import type { Schema } from './schema.ts';
import { signInAgain } from '../app/session-ended.ts';

export type { Schema } from './schema.ts';

/**
 * Maximum number of responses cached for conditional requests. When the cache is full, the oldest response is
 * removed.
 */
const REMEMBERED = 60;
const remembered = new Map<string, { etag: string; text: string }>();

const conditionalReads: Middleware = {
  onRequest({ request }) {
    const known = request.method === 'GET' ? remembered.get(request.url) : undefined;
    if (known) request.headers.set('if-none-match', known.etag);
    return request;
  },
  async onResponse({ request, response }) {
    if (request.method !== 'GET') return undefined;
    const known = remembered.get(request.url);
    if (response.status === 304 && known) {
      return new Response(known.text, { status: 200, headers: response.headers });
    }
    const etag = response.headers.get('etag');
    if (!response.ok || etag === null) return undefined;
    remembered.delete(request.url);
    remembered.set(request.url, { etag, text: await response.clone().text() });
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return undefined;
  },
};

/** Typed API client. Wrap its calls in `fetched`, which returns the data or throws. */
export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' });
api.use(conditionalReads);

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Narrows a response type to what the console can receive. Some operations return only an id to callers
 * without the `read` scope, and some include events on request. The console always has the `read` scope and
 * never requests events.
 */
type Readable<T> = T extends unknown
  ? Schema<'IdOnly'> extends T
    ? never
    : T extends Schema<'SubmissionPage'>
      ? SubmissionPage
      : T
  : never;
export type SubmissionPage = Omit<Schema<'SubmissionPage'>, 'data'> & { data: Schema<'Submission'>[] };
/**
 * Returns a response's data: `await fetched(api.GET('/v1/forms'))`. If the session has ended, redirects to
 * the sign-in page. After signing in, the user returns to the same view.
 * @throws ApiError, NoConnection
 */
export async function fetched<T>(call: Promise<Outcome<T>>): Promise<Readable<T>> {
  return (await fetchedWithEtag(call)).data;
}

/** Returns the response data, like `fetched`, and the `ETag` to send with a later change. */
export async function fetchedWithEtag<T>(
  call: Promise<Outcome<T>>,
): Promise<{ data: Readable<T>; etag: string | undefined }> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    if (thrown instanceof TypeError) throw new NoConnection('No connection', { cause: thrown });
    throw thrown;
  });
  if (response.ok) return { data: data as Readable<T>, etag: response.headers.get('etag') ?? undefined };
  if (response.status === 401) signInAgain();
  throw new ApiError(response, error);
}

/**
 * Updates a resource only if it hasn't changed since it was read. `change` receives the headers to send,
 * including `If-Match`.
 * @throws ChangedMeanwhile with the current state if someone else changed the resource first
 * @throws ApiError, NoConnection
 */
export async function changeIfUnchanged<T>(
  etag: string | undefined,
  change: (headers: Record<string, string>) => Promise<Outcome<T>>,
  readAgain: () => Promise<Outcome<T>>,
): Promise<{ data: Readable<T>; etag: string | undefined }> {
  try {
    return await fetchedWithEtag(change(etag === undefined ? {} : { 'if-match': etag }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = await fetchedWithEtag(readAgain());
    throw new ChangedMeanwhile(current.data, current.etag);
  }
}
