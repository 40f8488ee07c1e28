/**
 * Determines whether an account's webhooks subscribe to events other than new submissions. This information is
 * stored with the account, so that the service only reads webhooks after a change if one of them subscribes to
 * changes.
 */

/**
 * Ids of the owners (forms or the account) whose webhooks subscribe to changes. Also contains
 * `FAILED_DELIVERIES` if a webhook subscribes to failed deliveries. Undefined if none of the account's webhooks
 * has ever subscribed to these events.
 */
export type EventOwners = ReadonlySet<string> | undefined;

/** Added to the set if one of the account's webhooks subscribes to failed deliveries. */
export const FAILED_DELIVERIES = 'delivery.failed';

/** Returns true if a webhook of the form or its account might subscribe to submission changes. */
export const asksForChanges = (
  owners: EventOwners,
  { account_id, form_id }: { readonly account_id: string; readonly form_id: string },
): boolean => owners !== undefined && (owners.has(form_id) || owners.has(account_id));

/** Returns the values to add to the account before a webhook of this owner subscribes to these events. */
export const eventOwnersFor = (ownerId: string, events: readonly string[]): string[] => [
  ...(events.includes('submission.updated') ? [ownerId] : []),
  ...(events.includes('delivery.failed') ? [FAILED_DELIVERIES] : []),
];
