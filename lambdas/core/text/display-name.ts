/** Validates display names so that a name can't imitate other content in lists, on pages or in terminals. */
import * as z from 'zod';
import { isPlainLine } from './text.ts';

/**
 * Matches visible characters: no spaces, combining marks or characters without a glyph. (Unicode doesn't
 * classify the Braille blank as a space.)
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

const SINGLE_LINE = {
  error: 'must be a single line without control characters or characters that change the text direction',
};

/** Returns a schema for single-line strings that can't change the text direction. */
export const oneLine = (longest: number) =>
  z.string().trim().min(1).max(longest).refine(isPlainLine, SINGLE_LINE);

/**
 * Returns a schema for visible, single-line names that can't change the text direction.
 * @param longest maximum length
 */
export const displayName = (longest: number) =>
  oneLine(longest).refine((name) => name === '' || VISIBLE.test(name), {
    error: 'must contain a visible character',
  });
