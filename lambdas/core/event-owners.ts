/**
 * Defines which webhooks ask for events other than new submissions. The account keeps this, so that a change
 * only looks for webhooks if one of them asks.
 */

/**
 * Ids of the forms, and possibly of the account, with webhooks that ask for changes, and `FAILED_DELIVERIES`.
 * Undefined if no webhook of the account has ever asked.
 */
export type EventOwners = ReadonlySet<string> | undefined;

/** Set if a webhook of the account asks for failed deliveries. */
export const FAILED_DELIVERIES = 'delivery.failed';

/** Returns true if a webhook of the form or its account may ask for changes of submissions. */
export const asksForChanges = (
  owners: EventOwners,
  { account_id, form_id }: { readonly account_id: string; readonly form_id: string },
): boolean => owners !== undefined && (owners.has(form_id) || owners.has(account_id));

/** Returns what to add to the account before a webhook of this owner asks for these events. */
export const eventOwnersFor = (ownerId: string, events: readonly string[]): string[] => [
  ...(events.includes('submission.updated') ? [ownerId] : []),
  ...(events.includes('delivery.failed') ? [FAILED_DELIVERIES] : []),
];
