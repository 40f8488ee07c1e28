/** Display names for lists, pages and terminals. A name must not be able to imitate other content there. */
import * as z from 'zod';
import { isPlainLine } from './text.ts';

/**
 * Matches visible characters: no blanks, marks or characters that fonts don't draw. (Unicode doesn't count
 * the Braille blank as a blank.)
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns a schema for a visible, single-line name with a maximum length that can't change the text
 * direction.
 */
export const displayName = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(isPlainLine, {
      error: 'must be a single line without control characters or characters that change the text direction',
    })
    .refine((name) => name === '' || VISIBLE.test(name), { error: 'must contain a visible character' });
