/** Defines the settings of a form's autoresponder, which sends e-mails to submitters. */
import * as z from 'zod';
import { oneLine } from '../core/text/display-name.ts';
import { ValidationFailed } from '../core/errors/errors.ts';
import { mayContainLink, withoutLinks } from '../core/text/links.ts';
import type { Payload } from '../core/payload.ts';
import { telephoneNumbersIn, withoutTelephoneNumbers } from '../core/text/telephone-numbers.ts';
import { displayValue, singleLine, truncate } from '../core/text/text.ts';

const subject = oneLine(200);
const text = z.string().trim().min(1).max(10_000);

const MEANING =
  'The automatic reply to the submitter, sent at most once an hour to each address. `{{field}}` in the subject and text ' +
  'is replaced with the first 200 characters of the submitted value, on one line and without links or telephone numbers.';

/** Autoresponder settings of a new form; null if it has no autoresponder. */
export const newAutoresponderInput = z
  .strictObject({ enabled: z.boolean().optional(), subject, text })
  .nullable()
  .describe(`${MEANING} It is disabled unless \`enabled\` is true.`);

/**
 * Changes to the autoresponder settings. Omitted properties keep their values, and null removes the
 * autoresponder.
 */
export const autoresponderInput = z
  .strictObject({ enabled: z.boolean(), subject, text })
  .partial()
  .nullable()
  .describe(`${MEANING} Omitted properties keep their values, and null removes the autoresponder.`);

/** Schema of the autoresponder, both stored and in the API. */
export const autoresponder = z.object({ enabled: z.boolean(), subject: z.string(), text: z.string() });
export type Autoresponder = z.infer<typeof autoresponder>;

/**
 * Applies the change to the autoresponder settings and returns the result.
 * @throws ValidationFailed when the subject or text is missing
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

/** Matches `{{field}}`, with optional spaces around the name. */
export const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
/**
 * Matches a run of text without white space, except for spaces in placeholders. White space ends every link,
 * so a link is always within one run.
 */
const RUN = /(?:\{\{[^{}]{1,200}\}\}|\S)+/g;

/**
 * Maximum number of characters of a submitted value to include in the autoresponse. The limit prevents abuse
 * because submitters can enter other people's addresses.
 */
const MAX_VALUE_LENGTH = 200;

/** Returns true if the autoresponse includes submitted values. */
export function repeatsSubmittedValues({ subject, text }: Pick<Autoresponder, 'subject' | 'text'>): boolean {
  return [subject, text].some((template) => template.search(PLACEHOLDER) !== -1);
}

/**
 * Replaces each `{{field}}` in the template with the submitted value, or with nothing if the field doesn't
 * exist. Braces in values are not treated as placeholders. Only uses the first 200 characters of a value, on
 * one line and without anything that e-mail clients make clickable. Otherwise, people could use the service
 * to send links or telephone numbers to strangers.
 */
export function fillPlaceholders(template: string, payload: Payload): string {
  const filled = fillAll(template, payload, (value) => value);
  const owners = telephoneNumbersIn(template.replace(PLACEHOLDER, 'x'));
  if (telephoneNumbersIn(filled).every((number) => owners.includes(number))) return filled;
  // The submitted values and the surrounding text form a telephone number, so remove all digits from the
  // values.
  return fillAll(template, payload, (value) => value.replace(/\p{Nd}/gu, ''));
}

/**
 * Fills all placeholders in the template.
 * @param shownAs returns the text to insert for a value whose links and telephone numbers have been removed
 */
function fillAll(template: string, payload: Payload, shownAs: (value: string) => string): string {
  // Process each value only once, because a long value can occur in many places.
  const shown = new Map<string, string>();
  const valueOf = (placeholder: string): string => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    const value = payload.get(name);
    if (value === undefined) return '';
    const text = shown.get(name) ?? shownAs(withoutContacts(value));
    shown.set(name, text);
    return text;
  };
  return template.replace(RUN, (run) => {
    if (run.search(PLACEHOLDER) === -1) return run;
    const filled = fill(run, valueOf);
    if (!mayContainLink(filled)) return filled;
    // Either the value would form a link together with the surrounding text, or the owner placed it in a
    // link. Keep the value only if the link's host is already complete, and remove special characters from
    // the value.
    let before = '';
    return fill(run, (name, literal) => {
      before += literal;
      return hasCompleteHost(before) ? valueOf(name).replace(/[^\p{L}\p{M}\p{N} _-]/gu, '') : '';
    });
  });
}

const withoutContacts = (value: string): string =>
  withoutTelephoneNumbers(
    withoutLinks(truncate(singleLine(displayValue(value), Infinity), MAX_VALUE_LENGTH)),
  );

/**
 * Fills the placeholders in a part of the template.
 * @param valueOf returns a placeholder's value, given its name and the template's text since the previous
 *   placeholder
 */
function fill(run: string, valueOf: (name: string, literal: string) => string): string {
  let end = 0;
  return run.replace(PLACEHOLDER, (whole, name: string, start: number) => {
    const literal = run.slice(end, start);
    end = start + whole.length;
    return valueOf(name, literal);
  });
}

/**
 * Returns true if the text contains a link's complete host. Values after the host can only change the path or
 * query, so the link can't lead to another website.
 */
function hasCompleteHost(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?[/?#]/iu.test(text);
}
