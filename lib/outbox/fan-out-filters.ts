/**
 * Defines event filter patterns for the fan-out function. The function is only invoked for stream records
 * that match at least one of them.
 */

/**
 * Matches stream records of submissions that were accepted when they were received. Excludes imported
 * submissions.
 */
const ACCEPTED = { status: { S: ['received'] }, imported_at: { S: [{ exists: false }] } };

/** Like `ACCEPTED`, but the form must have at least one webhook or e-mail recipient. */
const ACCEPTED_WITH_RECEIVERS = { ...ACCEPTED, nobody_to_tell: { BOOL: [{ exists: false }] } };

/**
 * Matches submissions that were released from spam, and changes that a webhook or the event bus may subscribe
 * to. Both set `changed_by`, so they can share a pattern. Lambda accepts at most five patterns.
 */
const TOLD_CHANGE = {
  eventName: ['MODIFY'],
  dynamodb: { NewImage: { changed_by: { S: [{ exists: true }] } } },
};

/**
 * Matches deleted and expired submissions that webhooks may subscribe to, or that may have files, deliveries
 * or e-mails to clean up. Includes accepted submissions without notifications, because a webhook may have
 * been added since then. Only submissions with files have a `link_key`. Spam has nothing to clean up, unless
 * its owner changed the submission, which sets a `version`.
 */
const REMOVED = [
  { link_key: { S: [{ exists: true }] } },
  { status: { S: ['received'] } },
  { version: { N: [{ exists: true }] } },
].map((OldImage) => ({ eventName: ['REMOVE'], dynamodb: { OldImage } }));

/** Returns the fan-out's filter patterns. With an event bus, they match every accepted submission. */
export function fanOutFilters({ hasEventBus }: { readonly hasEventBus: boolean }): readonly object[] {
  return [
    {
      eventName: ['INSERT'],
      dynamodb: { NewImage: hasEventBus ? ACCEPTED : ACCEPTED_WITH_RECEIVERS },
    },
    TOLD_CHANGE,
    ...REMOVED,
  ];
}
