/** Calls of the management API with a connection, and its errors in the words of the service. */
import type { Connection } from './piece-connection.ts';

/** The members that are read of a problem document (RFC 7807). */
interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters that are undefined or empty are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** `manual` gives a redirect back as it is. */
  readonly redirect?: 'follow' | 'manual';
}

/** A path of the API; each value is encoded, so no id can lead to another path: `` apiPath`/v1/forms/${id}` ``. */
export function apiPath(path: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: path }, ...values.map(encodeURIComponent));
}

/** @throws Error with what the service said when it refuses */
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

/** The response's JSON. */
export async function call<T>(connection: Connection, path: string, options: Call = {}): Promise<T> {
  const response = await request(connection, path, options);
  return (await response.json()) as T;
}

async function messageOf(response: Response): Promise<string> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (!isProblem) return `The form service answered ${response.status}.`;
  const { detail, title = '', errors = [] } = (await response.json()) as Problem;
  const fields = errors.map(({ path, message }) => `${path}: ${message}`);
  return [`[${response.status}]`, detail ?? title, ...fields].join(' ');
}
