/** Builds custom notification subjects from templates with `{{field}}` placeholders. */
import { oneLine } from '../core/text/display-name.ts';
import { displayValue, singleLine } from '../core/text/text.ts';
import type { Payload } from '../core/payload.ts';
import { PLACEHOLDER } from './autoresponder.ts';

const MAX_LENGTH = 200;
/**
 * Maximum number of characters to use from a submitted value, so that a long value can't push out the rest of
 * the subject.
 */
const MAX_VALUE_LENGTH = 80;

export const notifySubject = oneLine(MAX_LENGTH)
  .nullable()
  .describe(
    'Subject of the notifications; `{{field}}` is replaced with the submitted value. Null for the default subject.',
  );

/** Returns a notification's subject on a single line, or undefined if the subject would be empty. */
export function filledSubject(template: string, payload: Payload): string | undefined {
  const filled = template.replace(PLACEHOLDER, (_, placeholder: string) => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    return singleLine(displayValue(payload.get(name) ?? ''), MAX_VALUE_LENGTH);
  });
  return singleLine(filled, MAX_LENGTH) || undefined;
}

/** Names of fields that typically contain a subject, compared without case and separators. */
const SUBJECT_FIELDS = ['subject', 'betreff', 'asunto', 'oggetto', 'тема'];

/**
 * Returns the subject that the submitter entered, on a single line, or undefined if no subject field was
 * filled in.
 */
export function submittedSubject(payload: Payload, maxLength = MAX_VALUE_LENGTH): string | undefined {
  for (const [name, value] of payload) {
    const plain = name.toLowerCase().replace(/[^\p{L}]/gu, '');
    const shown = singleLine(displayValue(value), maxLength);
    if (SUBJECT_FIELDS.includes(plain) && shown !== '') return shown;
  }
  return undefined;
}

/** Returns the names of the fields that the template refers to. */
export function fieldsNamedIn(template: string): string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
}
