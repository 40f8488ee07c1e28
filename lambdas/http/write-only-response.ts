/** What a caller that may change things but not read them gets back (docs/specification.md, "Authentication"). */
import * as z from 'zod';
import { changeTag } from '../core/resource-tag.ts';
import type { HttpResponse } from './http-response.ts';

/** What such a caller needs: the id of what was created, and secrets, which are shown only once. */
export const idOnlyView = z.object({
  id: z.string(),
  /** Of a new API key. */
  key: z.string().optional(),
  /** Of a new webhook, and of one whose secret was rotated. */
  secret: z.string().optional(),
});
const KEPT = idOnlyView.keyof().options;

/**
 * The response to a change without anything of what is stored: of a new thing its id, and what is shown only once; of
 * anything else nothing, which is a 204.
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

/** The tag without what it tells of the resource: with little else unknown, such as a count, it could be guessed. */
function withoutDigest(headers: NonNullable<HttpResponse['headers']>): NonNullable<HttpResponse['headers']> {
  const { etag } = headers;
  return etag === undefined ? headers : { ...headers, etag: changeTag(etag) };
}
