/**
 * Defines a submission's change log. The log is part of the submission's item, so a change and its log
 * entry are written together.
 */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';

const submissionStatus = z.enum(['received', 'spam']);

/** A log entry. Log entries are compact, because every write to the submission includes all of them. */
export const loggedChange = z.object({
  /** Time of the change, in milliseconds since the epoch. */
  at: z.int(),
  /** The actor's type, id and name. */
  by: z.tuple([z.enum(actorTypes), z.string(), z.string()]),
  status: submissionStatus.optional(),
  /** True if the submission is handled after the change. */
  handled: z.boolean().optional(),
  /** Id and name of the assignee after the change; null if there is none. */
  assignee: z.tuple([z.string(), z.string()]).nullable().optional(),
  /** Ids of the labels after the change. */
  labels: z.array(z.string()).optional(),
  /** True if the submission has a note after the change. */
  note: z.boolean().optional(),
});
export type LoggedChange = z.infer<typeof loggedChange>;

/** Maximum number of entries. Older entries are removed. */
const MAX_LINES = 20;
const MAX_NAME_LENGTH = 60;

/** Truncates a name for the log. */
export const shortName = (name: string): string => name.slice(0, MAX_NAME_LENGTH);

/** Returns the change log with a new entry, or the same log if there is nothing to add. */
export function logged(
  log: readonly LoggedChange[],
  change: Omit<LoggedChange, 'at' | 'by'>,
  { at, actor }: { at: number; actor: Actor },
): LoggedChange[] {
  if (Object.keys(change).length === 0) return [...log];
  const { type, id, name } = actor;
  return [...log, { at, by: [type, id, shortName(name)] satisfies LoggedChange['by'], ...change }].slice(
    -MAX_LINES,
  );
}
