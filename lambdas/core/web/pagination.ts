/**
 * Paginates lists with `?limit=` (1 to 100) and an opaque, signed `?cursor=` (docs/specification.md,
 * "Pagination").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ValidationFailed } from '../errors/errors.ts';
import { message } from '../errors/message.ts';

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(25)
  .describe('Maximum number of rows per page.');
const cursor = z
  .string()
  .min(1)
  .max(1024)
  .describe('The `next_cursor` of the previous page; omit it to get the first page.');

/** Query parameters for lists. */
export const pageQuery = z.strictObject({ limit, cursor: cursor.optional() });

/** A page of a list: its rows and the position of the next page if there is one. */
export interface Page<Row, Position> {
  readonly rows: readonly Row[];
  readonly next: Position | undefined;
}

/**
 * Maximum size of a page with large rows, in bytes. A Lambda response can be at most 6 MB, and its body is
 * JSON embedded in JSON.
 */
const MAX_BYTES = 5_000_000;

/** Returns the number of rows that fit into a response, which is always at least one. */
export function rowsThatFit(shown: readonly unknown[]): number {
  let bytes = 0;
  const over = shown.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    return bytes > MAX_BYTES;
  });
  return over === -1 ? shown.length : Math.max(over, 1);
}

const MAC_BYTES = 12;

/**
 * Creates the cursor for the next page, which starts after this position. The cursor is signed with `key`, so
 * clients can only use cursors that this list returned.
 */
export function encodeCursor(position: readonly string[], list: string, key: string): string {
  const text = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(text, list, key), text]).toString('base64url');
}

/**
 * Parses a cursor and returns its position.
 * @throws ValidationFailed when the cursor was not created for this list
 */
export function decodeCursor(cursor: string, list: string, key: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(MAC_BYTES);
  const mac = macOf(text, list, key);
  if (bytes.length <= MAC_BYTES || !timingSafeEqual(mac, bytes.subarray(0, MAC_BYTES))) {
    throw new ValidationFailed([{ path: 'cursor', message: message('not-a-cursor-of-this-list') }]);
  }
  return z.array(z.string()).parse(JSON.parse(text.toString()));
}

/**
 * Returns a page and its `next_cursor`, for lists that are short enough to read in full.
 * @param positionOf returns a row's position; the list must be sorted by position in descending order
 */
export function pageOfAll<Row>(
  all: readonly Row[],
  positionOf: (row: Row) => readonly string[],
  { limit, cursor }: z.output<typeof pageQuery>,
  { list, key }: { list: string; key: string },
): { rows: Row[]; next_cursor: string | null } {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, list, key);
  const following = all.filter((row) => after === undefined || comesAfter(positionOf(row), after));
  const rows = following.slice(0, limit);
  const last = rows.length < following.length ? rows.at(-1) : undefined;
  return { rows, next_cursor: last ? encodeCursor(positionOf(last), list, key) : null };
}

function comesAfter(position: readonly string[], other: readonly string[]): boolean {
  const index = position.findIndex((part, at) => part !== other[at]);
  return index >= 0 && (position[index] ?? '') < (other[index] ?? '');
}

function macOf(text: Buffer, list: string, key: string): Buffer {
  return createHmac('sha256', key).update(list).update('\0').update(text).digest().subarray(0, MAC_BYTES);
}
