/**
 * Responds with 304 if a list or statistics haven't changed. Apart from authentication, this only costs one
 * read of change markers (docs/specification.md, "Conditional requests").
 *
 * The tag is signed with the account's key. It covers the caller's permissions, the whole query, the markers
 * and the current hour. A matching tag was therefore issued for exactly this list, and nothing else needs to
 * be checked. The tag changes every hour because the markers don't cover everything: data expires, statistics
 * move to the next day or hour, links to files change, and a marker write may have failed.
 */
import { createHmac } from 'node:crypto';
import type { ChangeMarkers } from '../../aws/change-marker-store.ts';
import type { WatchedMarker } from '../../core/change-marker.ts';
import { HOUR, type Clock } from '../../core/clock.ts';
import { isFormId, ownerIdOfWebhook } from '../../core/ids.ts';
import type { Caller } from '../../core/caller.ts';
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { namesTag } from '../../core/entity-tag.ts';

/**
 * Maximum number of markers to read for callers who can only access specific forms. For callers with access
 * to more forms, the account's marker is used.
 */
const MAX_FORMS = 50;

export interface UnchangedListDeps {
  readonly markers: Pick<ChangeMarkers, 'read'>;
  readonly now: Clock;
}

/**
 * Adds a tag to the list's response. If the caller already has that tag, responds with 304 without reading
 * the list.
 */
export function withNotModified<Op extends KeyedOperation>(
  operation: Op,
  { markers, now }: UnchangedListDeps,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse>,
): (request: HttpRequest<Op>) => Promise<HttpResponse> {
  return async (request) => {
    const { event, path, query } = request;
    const caller = request.caller as Caller;
    const watched = watchedBy(operation, path['id'], caller);
    if (!watched) return respond(request);
    const hour = Math.floor(now() / HOUR);
    // Read the markers before the list, so that the next request gets a different tag if the list changes in
    // between.
    const counts = await markers.read(watched);
    const text = JSON.stringify([operation.name, path, query, caller.form_ids?.toSorted(), hour, counts]);
    const digest = createHmac('sha256', caller.cursor_key).update(text).digest('base64url').slice(0, 22);
    const headers = { etag: `W/"${digest}"` };
    if (namesTag(event.headers['if-none-match'], headers.etag)) return { status: 304, headers };
    const response = await respond(request);
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

/** Returns the data that determines the response, or undefined if the path is invalid. */
function watchedBy(
  { path, follows = [] }: KeyedOperation,
  id: string | undefined,
  { account_id, form_ids }: Caller,
): WatchedMarker[] | undefined {
  if (!path.includes('{id}')) {
    if (form_ids === undefined || form_ids.length > MAX_FORMS)
      return [{ id: account_id, kinds: ['writes', ...follows] }];
    return [
      { id: account_id, kinds: ['writes'] },
      ...(follows.length > 0 ? form_ids.map((formId) => ({ id: formId, kinds: follows })) : []),
    ];
  }
  const ownerId = id !== undefined && isFormId(id) ? id : ownerIdOfWebhook(id ?? '');
  if (ownerId === undefined) return undefined;
  // The webhook is account-wide. Markers of other accounts are never revealed.
  if (!isFormId(ownerId)) return [{ id: account_id, kinds: ['writes', ...follows] }];
  return [
    { id: account_id, kinds: ['writes'] },
    ...(follows.length > 0 ? [{ id: ownerId, kinds: follows }] : []),
  ];
}
