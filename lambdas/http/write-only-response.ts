/**
 * Builds the responses for callers that may change data but not read it (docs/specification.md,
 * "Authentication").
 */
import * as z from 'zod';
import { changeTag } from '../core/resource-tag.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * The data that these callers need: the id of the created resource, and secrets that are returned only once.
 */
export const idOnlyView = z.object({
  id: z.string(),
  /** A new API key. */
  key: z.string().optional(),
  /** The secret of a new webhook, or a rotated secret. */
  secret: z.string().optional(),
});
const KEPT = idOnlyView.keyof().options;

/**
 * Returns a change's response without stored data. For a new resource, that is its id and any secrets that
 * are returned only once; for other changes, an empty 204.
 */
export function withoutStoredData(response: HttpResponse): HttpResponse {
  const { status, body } = response;
  if (body === undefined || status >= 300) return response;
  const headers = withoutDigest(response.headers ?? {});
  const all = body as Readonly<Record<string, unknown>>;
  const kept = KEPT.filter((name) => all[name] !== undefined);
  if (status !== 201 && !kept.some((name) => name !== 'id')) return { status: 204, headers };
  return { status, headers, body: Object.fromEntries(kept.map((name) => [name, all[name]])) };
}

/**
 * Removes the resource's digest from the tag. If only little data is unknown, such as a count, it could be
 * guessed from the digest.
 */
function withoutDigest(headers: NonNullable<HttpResponse['headers']>): NonNullable<HttpResponse['headers']> {
  const { etag } = headers;
  return etag === undefined ? headers : { ...headers, etag: changeTag(etag) };
}
