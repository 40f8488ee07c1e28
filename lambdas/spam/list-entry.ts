/** One line of an owner's list of what is blocked or allowed: an address, a domain, or words. */
import { wordsOf } from './words.ts';

export type ListEntry =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'words'; readonly words: readonly string[] };

const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,253}$/;
/** Labels with dots between them, the last one without digits: `3.5` is a number. */
const DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}-]{2,63}$/u;

/** Reads an entry, whatever its case; undefined when it says nothing. `@example.com` is the domain. */
export function listEntry(text: string): ListEntry | undefined {
  const lower = text.trim().toLowerCase();
  if (ADDRESS.test(lower)) return { kind: 'address', address: lower };
  const domain = lower.replace(/^@/, '');
  if (DOMAIN.test(domain)) return { kind: 'domain', domain };
  const words = wordsOf(lower);
  return words.length > 0 ? { kind: 'words', words } : undefined;
}

/** Labels of a domain that are compared with a list; hardly any domain that people use has more. */
const MOST_LABELS = 8;

/** The domain and all domains above it: of `a.b.example`, also `b.example` and `example`. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.').slice(-MOST_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}
