/**
 * The service's API as the console calls it: typed by its OpenAPI document, with the session's cookie, errors as
 * exceptions, and conditional reads, so that polling costs a 304.
 */
import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, ChangedMeanwhile, NoConnection } from './api-error.ts';
import type { paths } from './api-types.ts';
import type { Schema } from './schema.ts';
import { signInAgain } from '../app/session-ended.ts';

export type { Schema } from './schema.ts';

/** Responses that are asked for again with their tag; the oldest goes first. */
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

/** The typed client. Its calls go through `fetched`, which gives the data or throws. */
export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' });
api.use(conditionalReads);

/** What a call of `api` resolves to. */
interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What a caller with the scope `read` gets who asks for no events: the operations that change something give others an
 * id alone. Whoever opens the console reads.
 */
type Readable<T> = T extends unknown
  ? Schema<'IdOnly'> extends T
    ? never
    : Schema<'SubmissionEventPage'> extends T
      ? never
      : T
  : never;
/**
 * The data of a response: `await fetched(api.GET('/v1/forms'))`.
 * @throws ApiError, NoConnection. A session that has ended leads to signing in, and then back to the same view.
 */
export async function fetched<T>(call: Promise<Outcome<T>>): Promise<Readable<T>> {
  return (await fetchedWithTag(call)).data;
}

/** The same with the `ETag` by which a change says what it was made on. */
export async function fetchedWithTag<T>(
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
 * A change that holds only for what was read: `change` gets the headers with `If-Match`.
 * @throws ChangedMeanwhile with the present state when somebody else was quicker; ApiError, NoConnection
 */
export async function changedIfSame<T>(
  etag: string | undefined,
  change: (headers: Record<string, string>) => Promise<Outcome<T>>,
  readAgain: () => Promise<Outcome<T>>,
): Promise<{ data: Readable<T>; etag: string | undefined }> {
  try {
    return await fetchedWithTag(change(etag === undefined ? {} : { 'if-match': etag }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = await fetchedWithTag(readAgain());
    throw new ChangedMeanwhile(current.data, current.etag);
  }
}
