/** Explains operating system errors that the user can fix, in one sentence. */
import { RunnerError, messageOf } from './runner-error.ts';

const DISK_FULL = /ENOSPC|EDQUOT|no space left on device|database or disk is full/i;

/**
 * Maps error messages from the operating system and SQLite to advice for the user. Also matches these
 * messages in other programs' output.
 */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [DISK_FULL, 'the disk is full; free some space'],
  [
    /EROFS|read-only file system|readonly database/i,
    'the folder is read-only; set SVC_LOCAL_DIR to another one',
  ],
  [
    /EACCES|EPERM|permission denied|unable to open database file/i,
    'no permission to use the folder; set SVC_LOCAL_DIR to another one',
  ],
  [/ENOTDIR|EEXIST|not a directory/i, 'the path is not a folder; set SVC_LOCAL_DIR to another one'],
  [/EMFILE|ENFILE/, 'too many files are open; raise the limit (ulimit -n)'],
];

/**
 * Returns an explanation of the error, or the error itself if the user can't fix it. Explains problems with
 * the disk and the folders that the service writes to.
 */
function explained(error: unknown): unknown {
  const message = messageOf(error);
  const [words, explanation] = EXPLANATIONS.find(([each]) => each.test(message)) ?? [];
  // A RunnerError already contains an explanation. Replace it only if the cause is a full disk, which can
  // make any step fail.
  if (words === undefined || (error instanceof RunnerError && words !== DISK_FULL)) return error;
  return new RunnerError(`${explanation} (${message.trim().replaceAll(/\s*\n\s*/g, ' ')})`, { cause: error });
}

/** Returns what to print for an error. Omits the stack trace if the user can fix the error. */
export function reportOf(error: unknown): unknown {
  const known = explained(error);
  return known instanceof RunnerError ? known.message.replace(/^/gm, 'npm start: ') : known;
}
