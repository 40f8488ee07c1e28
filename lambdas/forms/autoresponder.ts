/** The autoresponder of a form: an e-mail that is sent to the submitter's address, and its settings. */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors.ts';
import type { Payload } from '../submissions/payload.ts';
import { displayValue, truncate } from '../core/text.ts';

const subject = z.string().trim().min(1).max(200);
const text = z.string().trim().min(1).max(10_000);

/** The settings as a client sends them; members left out stay as they are, null removes the autoresponder. */
export const autoresponderInput = z
  .strictObject({ enabled: z.boolean(), subject, text })
  .partial()
  .nullable()
  .describe(
    "The e-mail that is sent to the submitter's address, at most once an hour to each. `{{field}}` in subject and text " +
      'is replaced by the posted value of that field. Members left out stay as they are; null removes it.',
  );

/** The autoresponder as it is stored and shown. */
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
      missing.map((name) => ({ path: `autoresponder.${name}`, message: 'is required for an autoresponder' })),
    );
  }
  return autoresponder.parse(merged);
}

/** `{{field}}`, with optional spaces around the name. */
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/** Characters of one value that the e-mail repeats at most: anybody may have typed in the address that it goes to. */
const LONGEST_VALUE = 2000;

/**
 * The template with each `{{field}}` replaced by the posted value, or by nothing when there is no such field. Values
 * are not templates: braces in a value stay braces.
 */
export function fillPlaceholders(template: string, payload: Payload): string {
  return template.replace(PLACEHOLDER, (_, inner: string) => {
    const value = payload.get(inner) ?? payload.get(inner.trim());
    return value === undefined ? '' : truncate(displayValue(value), LONGEST_VALUE);
  });
}
