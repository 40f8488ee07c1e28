/** Builds custom notification subjects from templates with `{{field}}` placeholders. */
import * as z from 'zod';
import { displayValue, isPlainLine, singleLine } from '../core/text.ts';
import type { Payload } from '../core/payload.ts';
import { PLACEHOLDER } from './autoresponder.ts';

const MAX_LENGTH = 200;
/**
 * Maximum number of characters to use from a value, so that a long value can't displace the rest of the
 * subject.
 */
const MAX_VALUE_LENGTH = 80;

export const notifySubject = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LENGTH)
  .refine(isPlainLine, {
    error: 'must be a single line without control characters or characters that change the text direction',
  })
  .nullable()
  .describe(
    'Subject of the notifications; `{{field}}` is replaced with the submitted value. Null for the default subject.',
  );

/** Returns the subject of a notification on a single line, or undefined if it would be empty. */
export function filledSubject(template: string, payload: Payload): string | undefined {
  const filled = template.replace(PLACEHOLDER, (_, placeholder: string) => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    return singleLine(displayValue(payload.get(name) ?? ''), MAX_VALUE_LENGTH);
  });
  return singleLine(filled, MAX_LENGTH) || undefined;
}

/** Returns the fields that the template refers to. */
export function fieldsNamedIn(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}
