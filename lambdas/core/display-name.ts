/**
 * Validates display names for lists, pages and terminals. A name must not be able to imitate the content
 * around it.
 */
import * as z from 'zod';
import { isPlainLine } from './text.ts';

/**
 * Matches visible characters: no spaces, combining marks or characters without a glyph. (Unicode doesn't
 * classify the Braille blank as a space.)
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns a schema for visible, single-line names that can't change the text direction.
 * @param longest maximum length
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
