/** The log of what was done to a submission, kept in its own item: a change and its line in the log are one write. */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';

const submissionStatus = z.enum(['received', 'spam']);

/** One line, as short as it can be stored: every write of the submission pays for all lines. */
export const loggedChange = z.object({
  /** Milliseconds since the epoch. */
  at: z.int(),
  /** Type, id and name of the actor. */
  by: z.tuple([z.enum(actorTypes), z.string(), z.string()]),
  /** The new status. */
  status: submissionStatus.optional(),
  /** Whether the submission has a note now. */
  note: z.boolean().optional(),
});
export type LoggedChange = z.infer<typeof loggedChange>;

/** Lines that are kept; the oldest go. */
const MOST_LINES = 20;
const LONGEST_NAME = 60;

/** The log with one more line, unless there is nothing to log. */
export function logged(
  log: readonly LoggedChange[],
  change: Pick<LoggedChange, 'status' | 'note'>,
  { at, actor }: { at: number; actor: Actor },
): LoggedChange[] {
  if (change.status === undefined && change.note === undefined) return [...log];
  const { type, id, name } = actor;
  return [
    ...log,
    { at, by: [type, id, name.slice(0, LONGEST_NAME)] satisfies LoggedChange['by'], ...change },
  ].slice(-MOST_LINES);
}
