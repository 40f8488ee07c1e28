/** Converts a row in a file to a submission's content. */
import { createHash } from 'node:crypto';
import { isProblem } from '../core/errors/errors.ts';
import {
  MAX_FIELDS,
  payloadOfFields,
  withoutControlFields,
  type Payload,
  type PostedField,
} from '../core/payload.ts';
import { postedText } from '../submissions/export/csv.ts';
import { MAX_NOTE_LENGTH, type SubmissionStatus } from '../submissions/submission.ts';
import type { Cells } from './file-rows.ts';
import type { SpecialTarget, Target } from './import.ts';
import { timeProblems, type timeParser } from './parse-time.ts';

export interface RowContent {
  /** Time when the submission was received, in milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly status: SubmissionStatus;
  readonly note: string | undefined;
  readonly payload: Payload;
}

/** Reason why a row can't be imported. The message never contains a value. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem' as const;
  readonly column: string | null;
  constructor(column: string | null, message: string) {
    super(message);
    this.column = column;
  }
}

export interface RowRules {
  targetOf(column: string): Target;
  /** True if this service exported the file. */
  readonly isOwn: boolean;
  /** True if formulas are escaped in the file, so that spreadsheets show them as text. */
  readonly isEscaped: boolean;
  readonly parseTime: ReturnType<typeof timeParser>;
  /** When the import started, in milliseconds since the epoch. */
  readonly startedAt: number;
  isControlField(name: string): boolean;
}

const STATUSES: Readonly<Record<string, SubmissionStatus>> = {
  '': 'received',
  received: 'received',
  inbox: 'received',
  verified: 'received',
  ham: 'received',
  ok: 'received',
  'not spam': 'received',
  false: 'received',
  no: 'received',
  '0': 'received',
  spam: 'spam',
  true: 'spam',
  yes: 'spam',
  '1': 'spam',
};

/**
 * Returns the submission that a row describes.
 * @throws RowProblem
 */
export function contentOf(cells: Cells, rules: RowRules): RowContent {
  const special = new Map<SpecialTarget, readonly [column: string, text: string]>();
  let fields: PostedField[] = [];
  for (const [column, value] of cells) {
    const target = rules.targetOf(column);
    if (target === null) continue;
    const text = rules.isEscaped ? postedText(value) : value;
    if (target === '$received_at' || target === '$status' || target === '$note')
      special.set(target, [column, text]);
    else fields.push([target, text]);
  }
  // Keep empty cells as fields without a value, unless the row then has more fields than a submission can
  // have.
  if (fields.length > MAX_FIELDS) fields = fields.filter(([, text]) => text !== '');
  const note = noteOf(special.get('$note'));
  const payload = payloadOf(fields, rules);
  if (payload.size === 0 && !rules.isOwn) throw new RowProblem(null, 'The row has no value for any field.');
  return {
    receivedAt: timeOf(special.get('$received_at'), rules),
    status: statusOf(special.get('$status')),
    note,
    payload,
  };
}

type Special = readonly [column: string, text: string] | undefined;

function timeOf(given: Special, { parseTime, startedAt }: RowRules): number {
  if (!given) return startedAt;
  const [column, text] = given;
  const time = parseTime(text);
  if (typeof time === 'string') throw new RowProblem(column, `The time ${timeProblems[time]}.`);
  if (time < 0) throw new RowProblem(column, 'The time is before 1970.');
  if (time > startedAt) throw new RowProblem(column, 'The time is in the future.');
  return time;
}

function statusOf(given: Special): SubmissionStatus {
  if (!given) return 'received';
  const text = given[1].trim().toLowerCase();
  const status = Object.hasOwn(STATUSES, text) ? STATUSES[text] : undefined;
  if (!status) throw new RowProblem(given[0], 'The status must be "received" or "spam".');
  return status;
}

function noteOf(given: Special): string | undefined {
  if (!given || given[1] === '') return undefined;
  if (given[1].length > MAX_NOTE_LENGTH)
    throw new RowProblem(given[0], `The note is longer than ${MAX_NOTE_LENGTH} characters.`);
  return given[1];
}

/** Applies the limits for submissions and removes control fields, as ingest does. */
function payloadOf(fields: readonly PostedField[], { isControlField }: RowRules): Payload {
  try {
    return withoutControlFields(payloadOfFields(fields), isControlField);
  } catch (error) {
    if (isProblem(error) && error instanceof Error) throw new RowProblem(null, error.message);
    throw error;
  }
}

/**
 * Returns a function that computes digests of a file's rows. A digest identifies a row within its form. It
 * includes the number of identical rows before the row, so that identical rows get different digests.
 */
export function rowDigests(formId: string): (cells: Cells) => Buffer {
  const occurrences = new Map<string, number>();
  return (cells) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([formId, cells]))
      .digest();
    const key = digest.toString('latin1', 0, 12);
    const earlier = occurrences.get(key) ?? 0;
    occurrences.set(key, earlier + 1);
    return earlier === 0 ? digest : createHash('sha256').update(digest).update(String(earlier)).digest();
  };
}
