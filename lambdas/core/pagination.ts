/** Pagination of lists: `?limit=` from 1 to 100 and an opaque, signed `?cursor=` (docs/specification.md, "Pagination"). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ValidationFailed } from './errors.ts';
import { message } from './message.ts';

const limit = z.coerce.number().int().min(1).max(100).default(25).describe('Rows of a page.');
const cursor = z
  .string()
  .min(1)
  .max(1024)
  .describe('The `next_cursor` of the page before; the first page when absent.');

/** The query of a list. */
export const pageQuery = z.strictObject({ limit, cursor: cursor.optional() });

/** One page: its rows, and the position after which the next page starts, if there is one. */
export interface Page<Row, Position> {
  readonly rows: readonly Row[];
  readonly next: Position | undefined;
}

/**
 * Lambda's response is at most 6 MB, in which the body is JSON text inside JSON. A page of large rows ends before that.
 */
const MOST_BYTES = 5_000_000;

/** How many of these rows, as they are shown, fit into one response; at least one. */
export function rowsThatFit(shown: readonly unknown[]): number {
  let bytes = 0;
  const over = shown.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    return bytes > MOST_BYTES;
  });
  return over === -1 ? shown.length : Math.max(over, 1);
}

const MAC_BYTES = 12;

/**
 * The cursor of the row after which the next page starts. It is signed with `key`, so that a client can send back only
 * cursors that it got from this list.
 */
export function encodeCursor(position: readonly string[], list: string, key: string): string {
  const text = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(text, list, key), text]).toString('base64url');
}

/**
 * The position in a cursor.
 * @throws ValidationFailed when it was not made for this list
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
 * A page of a list that is short enough to be read whole, and what its response's `next_cursor` is.
 * @param positionOf where a row is in the list: the list is in descending order of it
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
