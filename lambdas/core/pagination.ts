/** Lists: `?limit=` 1..100 and an opaque `?cursor=` (docs/specification.md, "Pagination"). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ValidationFailed } from './errors.ts';
import { message } from '../i18n/message.ts';

const limit = z.coerce.number().int().min(1).max(100).default(25).describe('Rows of a page.');
const cursor = z
  .string()
  .min(1)
  .max(1024)
  .describe('The `next_cursor` of the page before; the first page when absent.');

/** The query of a list. */
export const pageQuery = z.object({ limit, cursor: cursor.optional() });

/** One page: rows, and where the next page starts when there is one. */
export interface Page<Row, Position> {
  readonly rows: readonly Row[];
  readonly next: Position | undefined;
}

/**
 * A function answers at most 6 MB, in JSON that holds the answer's own JSON as text. A page of large rows ends
 * before that.
 */
const MOST_BYTES = 5_000_000;

/** How many of these rows, as they are shown, one answer holds; at least the first. */
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
 * A cursor for the row after which the next page starts. It is signed with `key`, so that a client can only
 * give back what it got from this list.
 */
export function encodeCursor(position: readonly string[], list: string, key: string): string {
  const text = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(text, list, key), text]).toString('base64url');
}

/**
 * The position that a cursor stands for.
 * @throws ValidationFailed when we did not make it for this list
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

function macOf(text: Buffer, list: string, key: string): Buffer {
  return createHmac('sha256', key).update(list).update('\0').update(text).digest().subarray(0, MAC_BYTES);
}
