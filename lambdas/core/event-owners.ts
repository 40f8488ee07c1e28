/**
 * Defines which webhooks subscribe to events other than new submissions. The account stores this information,
 * so that the service only reads webhooks after a change if one of them subscribes to changes.
 */

/**
 * Ids of the forms, and possibly of the account, with webhooks that subscribe to changes, and
 * `FAILED_DELIVERIES`. Undefined if none of the account's webhooks has ever subscribed to these events.
 */
export type EventOwners = ReadonlySet<string> | undefined;

/** Set if one of the account's webhooks subscribes to failed deliveries. */
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
