/** The event filter patterns of the fan-out. Stream records that match none of them cost no invocation. */

/** The new image of a submission that was accepted when it was posted. Imported submissions were not posted. */
const ACCEPTED = { status: { S: ['received'] }, imported_at: { S: [{ exists: false }] } };

/** The same for forms with at least one webhook or e-mail recipient. */
const ACCEPTED_WITH_RECEIVERS = { ...ACCEPTED, nobody_to_tell: { BOOL: [{ exists: false }] } };

const RELEASED_FROM_SPAM = {
  eventName: ['MODIFY'],
  dynamodb: { OldImage: { status: { S: ['spam'] } }, NewImage: { status: { S: ['received'] } } },
};

/** Submissions with files that were deleted or have expired. Only submissions with files have a `link_key`. */
const REMOVED_WITH_FILES = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } },
};

/** Returns the filter patterns. With an event bus, every accepted submission passes. */
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
