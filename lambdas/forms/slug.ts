/** The name of a form in the ingest path: how it is formed, and how one is made from the form's name. */
import * as z from 'zod';
import type { RandomBytes } from '../core/random.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;

/** Whether the text is formed as a slug. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** A slug that a client chooses. */
export const slug = z.string().regex(SLUG, 'must be 3 to 64 of a-z, 0-9 and inner hyphens');

/** A slug made from a name: "Über uns!" becomes "uber-uns", a name without Latin letters or digits "form". */
export function slugFromName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 57)
    .replace(/^-+|-+$/g, '');
  return plain.length >= 3 ? plain : 'form';
}

/** The slug with a random ending, for slugs that were made from a name and are taken. */
export function slugWithEnding(slug: string, random: RandomBytes): string {
  return `${slug}-${Buffer.from(random(3)).toString('hex')}`;
}
