/**
 * Builds a page of `GET /{locale}/api/drive/list`, which lists forms with their latest submissions. The
 * response size limits the number of forms on a page.
 */
import type { DriveEntryView } from './localized-submission.ts';

/**
 * Maximum size of a page, in bytes. Lambda responses are limited to 6 MB, and escaping the JSON body as a
 * string makes it larger.
 */
const MAX_PAGE_BYTES = 2.5 * 1024 * 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/** Collects forms until the page is full. The first form always fits, with at least its latest submission. */
export class DrivePage {
  readonly entries: DriveEntryView[] = [];
  #bytes = 0;

  /**
   * Adds a form with its submissions.
   * @param cursorAfter returns the cursor for the submissions after the given id
   * @returns true if the form fits on the page
   */
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
