/** Parses entries of an owner's block list or allow list: an e-mail address, a domain, or words. */
import { wordsOf } from './words.ts';

export type ListEntry =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'words'; readonly words: readonly string[] };

const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,253}$/;
/**
 * Matches domain labels separated by dots. The last label can't contain digits, so that `3.5` isn't read as a
 * domain.
 */
const DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}-]{2,63}$/u;

/** Parses an entry, ignoring case. Returns undefined if it is empty. `@example.com` means the domain. */
export function listEntry(text: string): ListEntry | undefined {
  const lower = text.trim().toLowerCase();
  if (ADDRESS.test(lower)) return { kind: 'address', address: lower };
  const domain = lower.replace(/^@/, '');
  if (DOMAIN.test(domain)) return { kind: 'domain', domain };
  const words = wordsOf(lower);
  return words.length > 0 ? { kind: 'words', words } : undefined;
}

/** Maximum number of a domain's labels to look up in a list. Real domains rarely have more labels. */
const MAX_LABELS = 8;

/** Returns the domain and all its parent domains: `a.b.example` also yields `b.example` and `example`. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.').slice(-MAX_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}
