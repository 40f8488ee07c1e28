/** Autoresponders: a form's automatic answer to whoever filled it in. */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors.ts';
import type { Payload } from '../submissions/payload.ts';
import { displayValue, truncate } from '../core/text.ts';

const subject = z.string().trim().min(1).max(200);
const text = z.string().trim().min(1).max(10_000);

/** As a client sets it; members left out stay as they are, null takes the whole of it away. */
export const autoresponderInput = z
  .strictObject({ enabled: z.boolean(), subject, text })
  .partial()
  .nullable()
  .describe(
    "The answer that goes to the submitter's address, at most once an hour to each. `{{field}}` in subject and text " +
      'stands for what was posted in that field. Members left out stay as they are; null takes it away.',
  );

/** As it is stored and shown. */
export const autoresponder = z.object({ enabled: z.boolean(), subject: z.string(), text: z.string() });
export type Autoresponder = z.infer<typeof autoresponder>;

/**
 * The autoresponder after a change.
 * @throws ValidationFailed when there is no subject or no text
 */
export function applyAutoresponderInput(
  current: Autoresponder | null,
  input: z.infer<typeof autoresponderInput> | undefined,
): Autoresponder | null {
  if (input === undefined) return current;
  if (input === null) return null;
  const merged = { enabled: false, ...current, ...input };
  const missing = (['subject', 'text'] as const).filter((name) => merged[name] === undefined);
  if (missing.length > 0) {
    throw new ValidationFailed(
      missing.map((name) => ({ path: `autoresponder.${name}`, message: 'is needed for an autoresponder' })),
    );
  }
  return autoresponder.parse(merged);
}

/** `{{field}}`, with space around the name if one likes. */
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/** Characters of one value that an answer repeats: it goes to an address that anybody may have typed in. */
const LONGEST_VALUE = 2000;

/**
 * A template with what was posted in the place of each `{{field}}`; an unknown field is nothing. What is put in is
 * never looked at again: braces in a value stay braces.
 */
export function fillPlaceholders(template: string, payload: Payload): string {
  return template.replace(PLACEHOLDER, (_, inner: string) => {
    const value = payload.get(inner) ?? payload.get(inner.trim());
    return value === undefined ? '' : truncate(displayValue(value), LONGEST_VALUE);
  });
}
