/** Validates multi-line text for pages and e-mails. */
import * as z from 'zod';
import { isPlainText } from './text.ts';

/** Returns a schema for text with line breaks that can't change the text direction. */
export const severalLines = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => isPlainText(text.replaceAll('\r', '')), {
      error: 'must not contain control characters or characters that change the text direction',
    });
