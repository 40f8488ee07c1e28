/** Matches submissions against the form owner's block list and allow list. */
import { withAsciiDomain } from '../core/text/email-address.ts';
import type { Payload } from '../core/payload.ts';
import { listEntry, withParents, type ListEntry } from './list-entry.ts';
import { addressesOf } from './post-text.ts';
import { wordsOf } from './words.ts';

/** Maximum length of a domain name, in characters (RFC 1035). */
const MAX_NAME_LENGTH = 253;

/**
 * Returns the first matching entry of the owner's block list, as written in the list. Checks every field's
 * value in full.
 */
export function blockedEntry(payload: Payload, blocked: readonly string[]): string | undefined {
  if (blocked.length === 0) return undefined;
  const list = read(blocked);
  for (const value of payload.values()) {
    const found = mentioned(value, list) ?? phraseIn(value, list);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns true if a field contains an e-mail address, and the address or its domain is on the allow list. */
export function isAllowed(payload: Payload, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return false;
  const { names } = read(allowed);
  return addressesOf(payload).some((address) => namesIn(address).some((name) => names.has(name)));
}

interface ReadList {
  /**
   * Maps e-mail addresses and domains to their list entries. Includes each domain as written and in ASCII.
   */
  readonly names: ReadonlyMap<string, string>;
  /** Phrases, keyed by their first word. */
  readonly phrases: ReadonlyMap<string, readonly { words: readonly string[]; entry: string }[]>;
}

function read(entries: readonly string[]): ReadList {
  const names = new Map<string, string>();
  const phrases = new Map<string, { words: readonly string[]; entry: string }[]>();
  for (const entry of entries) {
    const parsed: ListEntry | undefined = listEntry(entry);
    if (parsed?.kind === 'address') {
      names.set(parsed.address, entry).set(withAsciiDomain(parsed.address), entry);
    }
    if (parsed?.kind === 'domain') {
      names.set(parsed.domain, entry).set(withAsciiDomain(`@${parsed.domain}`).slice(1), entry);
    }
    const [first] = parsed?.kind === 'words' ? parsed.words : [];
    if (parsed?.kind === 'words' && first !== undefined) {
      const words = parsed.words;
      phrases.set(first, [...(phrases.get(first) ?? []), { words, entry }]);
    }
  }
  return { names, phrases };
}

/** Returns a listed e-mail address or domain that occurs in the text: in an address, in a link, or alone. */
function mentioned(text: string, { names }: ReadList): string | undefined {
  if (names.size === 0) return undefined;
  for (const piece of text.toLowerCase().split(/[\s<>()[\]"',;:/?#=&]+/u)) {
    if (piece.length > MAX_NAME_LENGTH || !piece.includes('.')) continue;
    for (const name of namesIn(piece.replace(/\.+$/, ''))) {
      const entry = names.get(name);
      if (entry !== undefined) return entry;
    }
  }
  return undefined;
}

/**
 * Returns the names to look up in a list for an e-mail address or domain: itself, its domain and all parent
 * domains.
 */
function namesIn(piece: string): string[] {
  const at = piece.lastIndexOf('@');
  const parents = withParents(piece.slice(at + 1));
  return at === -1 ? parents : [piece, ...parents];
}

/**
 * Returns a listed phrase if its words are adjacent in the text. Other characters between the words are
 * ignored.
 */
function phraseIn(text: string, { phrases }: ReadList): string | undefined {
  if (phrases.size === 0) return undefined;
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    for (const { words: wanted, entry } of phrases.get(word) ?? []) {
      if (wanted.every((each, offset) => words[index + offset] === each)) return entry;
    }
  }
  return undefined;
}
