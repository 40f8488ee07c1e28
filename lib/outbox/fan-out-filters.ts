/** Event filter patterns for the fan-out. Stream records that don't match any of them don't invoke it. */

/**
 * Matches stream records of submissions that were accepted when they were received. Excludes imported
 * submissions.
 */
const ACCEPTED = { status: { S: ['received'] }, imported_at: { S: [{ exists: false }] } };

/** Like `ACCEPTED`, but the form must have at least one webhook or e-mail recipient. */
const ACCEPTED_WITH_RECEIVERS = { ...ACCEPTED, nobody_to_tell: { BOOL: [{ exists: false }] } };

const RELEASED_FROM_SPAM = {
  eventName: ['MODIFY'],
  dynamodb: { OldImage: { status: { S: ['spam'] } }, NewImage: { status: { S: ['received'] } } },
};

/**
 * Matches submissions with files that were deleted or have expired. Only submissions with files have a
 * `link_key`.
 */
const REMOVED_WITH_FILES = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } },
};

/** Returns the fan-out's filter patterns. With an event bus, they match every accepted submission. */
export function fanOutFilters({ hasEventBus }: { readonly hasEventBus: boolean }): readonly object[] {
  return [
    {
      eventName: ['INSERT'],
      dynamodb: { NewImage: hasEventBus ? ACCEPTED : ACCEPTED_WITH_RECEIVERS },
    },
    RELEASED_FROM_SPAM,
    REMOVED_WITH_FILES,
  ];
}
