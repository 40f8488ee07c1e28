/**
 * Responds with 304 to requests for lists and statistics that haven't changed. Apart from authentication,
 * this check only needs one read of the change markers (docs/specification.md, "Conditional requests").
 *
 * The ETag is signed with the account's key. The signature covers the member, the caller's access, the whole
 * query, the markers and the current hour. A matching ETag was therefore issued for exactly this list, so
 * nothing else needs to be checked. The hour is included because the markers don't cover every change. Data
 * and file links expire, statistics move to the next hour or day, and updating a marker can fail.
 *
 * The account's markers change with every change to any form. Callers who can only access specific forms
 * therefore get an ETag computed from the response, which only changes when the response changes. The same
 * applies to queries that read data without markers (`hasResponseTag`).
 */
import { createHmac } from 'node:crypto';
import type { ChangeMarkers } from '../../aws/change-marker-store.ts';
import type { WatchedMarker } from '../../core/counters/change-marker.ts';
import { HOUR, type Clock } from '../../core/clock.ts';
import { isFormId, ownerIdOfWebhook } from '../../core/ids.ts';
import { readerOf, type Caller } from '../../core/caller.ts';
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { namesTag } from '../../core/web/entity-tag.ts';

export interface UnchangedListDeps {
  readonly markers: Pick<ChangeMarkers, 'read'>;
  readonly now: Clock;
}

/**
 * Adds an ETag to the list's response. If the caller already has the list with this ETag, responds with 304
 * without reading the list.
 */
export function withNotModified<Op extends KeyedOperation>(
  operation: Op,
  { markers, now }: UnchangedListDeps,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse>,
): (request: HttpRequest<Op>) => Promise<HttpResponse> {
  return async (request) => {
    const { event, path, query } = request;
    const caller = request.caller as Caller;
    const sent = event.headers['if-none-match'];
    if (caller.form_ids !== undefined || operation.hasResponseTag?.(query) === true) {
      const response = await respond(request);
      const of = [operation.name, path, query, caller.form_ids?.toSorted() ?? null, response.body];
      const headers = { ...response.headers, ...headersOf(of, caller) };
      return namesTag(sent, headers.etag) ? { status: 304, headers } : { ...response, headers };
    }
    const watched = watchedBy(operation, path['id'], caller);
    if (!watched) return respond(request);
    const hour = Math.floor(now() / HOUR);
    // Read the markers before the list. If the list changes between the two reads, the next request then gets a
    // different ETag.
    const counts = await markers.read(watched);
    const headers = headersOf([operation.name, path, query, hour, counts, readerOf(caller)], caller);
    if (namesTag(sent, headers.etag)) return { status: 304, headers };
    const response = await respond(request);
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

/**
 * Returns the list's `etag` header, which covers the member because a list such as `assignee=me` is different
 * for each member.
 */
function headersOf(of: readonly unknown[], caller: Caller) {
  const member = 'member_id' in caller ? caller.member_id : null;
  const digest = createHmac('sha256', caller.cursor_key)
    .update(JSON.stringify([member, ...of]))
    .digest('base64url');
  return { etag: `W/"${digest.slice(0, 22)}"` };
}

/** Returns the change markers that the list depends on, or undefined if the path contains an invalid id. */
function watchedBy(
  { path, follows = [] }: KeyedOperation,
  id: string | undefined,
  { account_id }: Caller,
): WatchedMarker[] | undefined {
  if (!path.includes('{id}')) return [{ id: account_id, kinds: ['writes', ...follows] }];
  const ownerId = id !== undefined && isFormId(id) ? id : ownerIdOfWebhook(id ?? '');
  if (ownerId === undefined) return undefined;
  // An account-wide webhook has no form, so use the account's markers. Use the caller's account instead of
  // the one in the webhook's id so that callers can't learn about changes in other accounts.
  if (!isFormId(ownerId)) return [{ id: account_id, kinds: ['writes', ...follows] }];
  const ofAccount = follows.filter((kind) => kind === 'posts');
  const ofForm = follows.filter((kind) => kind !== 'posts');
  return [
    { id: account_id, kinds: ['writes', ...ofAccount] },
    ...(ofForm.length > 0 ? [{ id: ownerId, kinds: ofForm }] : []),
  ];
}
