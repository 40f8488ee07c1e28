/**
 * Builds responses for callers that are allowed to change data but not to read it (docs/specification.md,
 * "Authentication").
 */
import * as z from 'zod';
import { changeTag } from '../core/web/resource-tag.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * The data that callers without read access still need: the id of a created resource and secrets that are
 * returned only once.
 */
export const idOnlyView = z.object({
  id: z.string(),
  /** A new API key. */
  key: z.string().optional(),
  /** The new webhook's secret, or the rotated secret. */
  secret: z.string().optional(),
});
const KEPT = idOnlyView.keyof().options;

/**
 * Removes stored data from a change's response. For a new resource, returns only its id and any secrets that
 * are returned only once. For other changes, returns an empty 204.
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
 * Removes the resource's digest from the ETag. Otherwise, a caller who knows most of a resource's data could use
 * the digest to guess the rest, such as a count.
 */
function withoutDigest(headers: NonNullable<HttpResponse['headers']>): NonNullable<HttpResponse['headers']> {
  const { etag } = headers;
  return etag === undefined ? headers : { ...headers, etag: changeTag(etag) };
}
