/**
 * Finds the fields of a submission that contain a person's e-mail address or all of the given words
 * (docs/specification.md, "Data requests").
 */
import { withAsciiDomain } from '../core/text/email-address.ts';
import { foldText } from '../core/text/folded-text.ts';
import type { Submission } from '../submissions/submission.ts';

/** Name used in the list of matching fields for a match in a submission's note. */
export const NOTE = '$note';

/** The parts of a submission that are searched. */
export type SearchedSubmission = Pick<Submission, 'payload' | 'attachments' | 'note' | 'notification'>;

/** The search terms: an e-mail address, or words that must all be present. */
export interface Wanted {
  readonly email?: string | undefined;
  readonly terms?: readonly string[] | undefined;
}

/** Returns the names of the matching fields. The list is empty if the submission doesn't match. */
export type Matcher = (submission: SearchedSubmission) => string[];

/** Creates the function that matches submissions. */
export function matcherOf({ email, terms = [] }: Wanted): Matcher {
  if (email !== undefined) {
    const contains = addressFinder(email);
    return (submission) => namesWhere(submission, contains);
  }
  const wanted = terms.map(foldText);
  return (submission) => {
    const missing = new Set(wanted);
    const names = namesWhere(submission, (value) => {
      const text = foldText(value);
      const found = wanted.filter((term) => text.includes(term));
      for (const term of found) missing.delete(term);
      return found.length > 0;
    });
    return missing.size === 0 ? names : [];
  };
}

/** Returns the distinct names of the values for which `matches` returns true. */
function namesWhere(submission: SearchedSubmission, matches: (value: string) => boolean): string[] {
  const matching = searchedValues(submission).filter(([, value]) => value !== undefined && matches(value));
  return [...new Set(matching.map(([name]) => name))];
}

/** Returns the names and values to search. A name can occur several times. */
export function searchedValues({
  payload,
  attachments,
  note,
  notification,
}: SearchedSubmission): (readonly [string, string | undefined])[] {
  return [
    ...payload,
    ...attachments.map(({ field, name }) => [field, name] as const),
    ['_subject', notification?.subject],
    ['_from_name', notification?.from_name],
    ['_replyto', notification?.reply_to],
    ...(notification?.cc ?? []).map((address) => ['_cc', address] as const),
    [NOTE, note],
  ];
}

/**
 * If one of these characters directly precedes or follows an occurrence of the wanted address, the occurrence
 * is part of a longer address and doesn't match.
 */
const BEFORE = /[\p{L}\p{M}\p{N}._+\-@]$/u;
const AFTER = /[_+@]/y;
const DOMAIN = /[\p{L}\p{M}\p{N}.。-]*/uy;

/**
 * Returns a function that checks whether text contains this complete address, ignoring case. The domain may
 * be written in Unicode or in ASCII. A dot that ends a sentence isn't part of the address.
 */
export function addressFinder(address: string): (text: string) => boolean {
  const wanted = withAsciiDomain(address.normalize('NFC')).toLowerCase();
  const local = wanted.slice(0, wanted.lastIndexOf('@') + 1);
  return (value) => {
    const text = value.normalize('NFC').toLowerCase();
    for (let from = text.indexOf(local); from !== -1; from = text.indexOf(local, from + 1)) {
      DOMAIN.lastIndex = from + local.length;
      const domain = DOMAIN.exec(text)?.[0] ?? '';
      AFTER.lastIndex = from + local.length + domain.length;
      const isWhole = !BEFORE.test(text.slice(Math.max(0, from - 2), from)) && !AFTER.test(text);
      if (isWhole && withAsciiDomain(local + domain.replace(/\.+$/, '')) === wanted) return true;
    }
    return false;
  };
}

/** Matches an address's local part, which ends directly before the `@`. */
const LOCAL = /[A-Za-z0-9_'.+-]{1,64}$/;
const MAX_LOCAL_LENGTH = 64;

/**
 * Returns the addresses that `addressFinder` finds in the text, in lower case and with ASCII domains. An
 * apostrophe can start a quotation or be part of an address, so both variants are returned.
 */
export function addressesIn(value: string): string[] {
  const text = value.normalize('NFC').toLowerCase();
  const found: string[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text)?.[0] ?? '';
    AFTER.lastIndex = at + 1 + domain.length;
    if (domain === '' || AFTER.test(text)) continue;
    const before = text.slice(Math.max(0, at - MAX_LOCAL_LENGTH), at);
    const run = LOCAL.exec(before)?.[0] ?? '';
    const starts = [0, ...Array.from(run.matchAll(/'/g), ({ index }) => index + 1)];
    for (const start of starts) {
      const local = run.slice(start);
      const from = at - local.length;
      if (local !== '' && !BEFORE.test(text.slice(Math.max(0, from - 2), from)))
        found.push(withAsciiDomain(`${local}@${domain.replace(/\.+$/, '')}`));
    }
  }
  return found;
}
