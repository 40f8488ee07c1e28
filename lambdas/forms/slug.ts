/** Defines the format of slugs, which identify forms in ingest URLs, and creates them from form names. */
import * as z from 'zod';
import type { RandomBytes } from '../core/random.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;

/** Returns true if the string is a valid slug. */
export const isSlug = (text: string): boolean => SLUG.test(text);

export const slug = z
  .string()
  .regex(
    SLUG,
    'must be 3 to 64 characters: a-z, 0-9 and hyphens that are not at the start or end, for example contact-form',
  );

/**
 * Creates a slug from a name: "Über uns!" becomes "uber-uns", and a name without Latin letters or digits
 * becomes "form".
 */
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

/** Returns the error message for a slug that another form uses. */
export const slugTakenText = (slug: string): string =>
  `The slug "${slug}" is already taken. Choose another one.`;

/** Adds a random suffix to a generated slug that is already taken. */
export function slugWithEnding(slug: string, random: RandomBytes): string {
  return `${slug}-${Buffer.from(random(3)).toString('hex')}`;
}
