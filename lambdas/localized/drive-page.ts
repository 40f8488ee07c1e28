/** A page of an account's forms with their latest submissions, within what one answer can hold. */
import type { DriveEntryView } from './localized-submission.ts';

/** Lambda answers with 6 MB at most, and an answer is JSON inside JSON. */
const MAX_PAGE_BYTES = 2.5 * 1024 * 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/**
 * Puts forms on a page while they fit; `add` tells whether this one still did. The first one always does, with
 * as many of its latest submissions as fit, and at least one.
 */
export class DrivePage {
  readonly entries: DriveEntryView[] = [];
  #bytes = 0;

  /** @param cursorAfter the cursor of the form's list after a submission of this id */
  add(entry: DriveEntryView, cursorAfter: (submissionId: string) => string): boolean {
    const bytes = bytesOf(entry);
    if (this.#bytes + bytes <= MAX_PAGE_BYTES) {
      this.entries.push(entry);
      this.#bytes += bytes;
      return true;
    }
    if (this.entries.length > 0) return false;
    this.entries.push(cut(entry, cursorAfter));
    this.#bytes = MAX_PAGE_BYTES;
    return true;
  }
}

function cut(entry: DriveEntryView, cursorAfter: (submissionId: string) => string): DriveEntryView {
  let bytes = 0;
  const fitting = entry.submissions.findIndex(
    (submission) => (bytes += bytesOf(submission)) > MAX_PAGE_BYTES,
  );
  const submissions = entry.submissions.slice(0, Math.max(1, fitting));
  const last = submissions.at(-1);
  return { ...entry, submissions, next_cursor: last ? cursorAfter(last.id) : entry.next_cursor };
}
