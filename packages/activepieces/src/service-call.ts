/** Calls the management API with a connection and passes on the service's error messages. */
import type { Connection } from './piece-connection.ts';

/** The fields of a problem document (RFC 7807) that this integration uses. */
interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Undefined and empty parameters are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** `manual` returns redirects instead of following them. */
  readonly redirect?: 'follow' | 'manual';
}

/**
 * Builds an API path. Encodes each value, so that an id can't lead to another path: ``
 * apiPath`/v1/forms/${id}` ``.
 */
export function apiPath(path: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: path }, ...values.map(encodeURIComponent));
}

/**
 * Sends an API request.
 * @throws Error with the service's message if the service rejects the request
 */
export async function request(connection: Connection, path: string, call: Call = {}): Promise<Response> {
  const { method = 'GET', query = {}, body, redirect = 'follow' } = call;
  const baseUrl = String(connection.props?.['baseUrl'] ?? '').replace(/\/+$/, '');
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    redirect,
    headers: {
      authorization: `Bearer ${connection.access_token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status < 400) return response;
  throw new Error(await messageOf(response));
}

/** Sends an API request and returns the response's JSON. */
export async function call<T>(connection: Connection, path: string, options: Call = {}): Promise<T> {
  const response = await request(connection, path, options);
  return (await response.json()) as T;
}

async function messageOf(response: Response): Promise<string> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (!isProblem) return `The form service responded with status ${response.status}.`;
  const { detail, title = '', errors = [] } = (await response.json()) as Problem;
  const fields = errors.map(({ path, message }) => `${path}: ${message}`);
  return [`[${response.status}]`, detail ?? title, ...fields].join(' ');
}
