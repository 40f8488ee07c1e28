/** The subject that a form's owner chose for its notifications, with `{{field}}` for what was posted. */
import * as z from 'zod';
import { displayValue, isPlainLine, singleLine } from '../core/text.ts';
import type { Payload } from '../core/payload.ts';
import { PLACEHOLDER } from './autoresponder.ts';

const LONGEST = 200;
/** Characters of one value, so that one cannot push out what comes after it. */
const LONGEST_VALUE = 80;

export const notifySubject = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST)
  .refine(isPlainLine, {
    error: 'must stand on one line, without control characters or marks that turn the direction of text',
  })
  .nullable()
  .describe(
    'Subject of the notifications; `{{field}}` is replaced by what was posted in that field. Null for one of the service.',
  );

/** The subject of one notification, on one line; undefined when nothing is left of it. */
export function filledSubject(template: string, payload: Payload): string | undefined {
  const filled = template.replace(PLACEHOLDER, (_, placeholder: string) => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    return singleLine(displayValue(payload.get(name) ?? ''), LONGEST_VALUE);
  });
  return singleLine(filled, LONGEST) || undefined;
}

/** The fields that the template names. */
export function fieldsNamedIn(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}
