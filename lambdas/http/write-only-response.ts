/**
 * Builds the responses for callers that may change things but not read them (docs/specification.md,
 * "Authentication").
 */
import * as z from 'zod';
import { changeTag } from '../core/resource-tag.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * The parts that such a caller needs: the id of the created resource, and secrets that are returned only
 * once.
 */
export const idOnlyView = z.object({
  id: z.string(),
  /** Key of a new API key. */
  key: z.string().optional(),
  /** Secret of a new webhook, or of one whose secret was rotated. */
  secret: z.string().optional(),
});
const KEPT = idOnlyView.keyof().options;

/**
 * Returns the response to a change without stored data: for a new resource, its id and secrets that are
 * returned only once; otherwise an empty 204.
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
 * Returns the tag without the digest of the resource. If little else is unknown, such as a count, the data
 * could be guessed from it.
 */
function withoutDigest(headers: NonNullable<HttpResponse['headers']>): NonNullable<HttpResponse['headers']> {
  const { etag } = headers;
  return etag === undefined ? headers : { ...headers, etag: changeTag(etag) };
}
