/** The name of a thing as people read it in lists, on pages and in terminals, where it must not pass for anything else. */
import * as z from 'zod';
import { isPlainLine } from './text.ts';

/** Characters that show something: no blanks, marks, or such as fonts leave out (the Braille blank is no blank to Unicode). */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name of at most so many characters, with something to see, on one line and in the direction of the text around it. */
export const displayName = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(isPlainLine, {
      error: 'must stand on one line, without control characters or marks that turn the direction of text',
    })
    .refine((name) => name === '' || VISIBLE.test(name), { error: 'must show something' });
