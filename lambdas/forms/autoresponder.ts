/** Defines the settings of a form's autoresponder, which sends e-mails to submitters. */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors.ts';
import { mayContainLink, withoutLinks } from '../core/links.ts';
import type { Payload } from '../core/payload.ts';
import { displayValue, singleLine, truncate } from '../core/text.ts';

const subject = z.string().trim().min(1).max(200);
const text = z.string().trim().min(1).max(10_000);

const MEANING =
  'The automatic reply to the submitter, sent at most once an hour to each address. `{{field}}` in the subject and text ' +
  'is replaced with the first 200 characters of the submitted value, on one line and without links.';

/** Autoresponder settings of a new form; null if it has no autoresponder. */
export const newAutoresponderInput = z
  .strictObject({ enabled: z.boolean().optional(), subject, text })
  .nullable()
  .describe(`${MEANING} It is off unless \`enabled\` is true.`);

/**
 * Changes to the autoresponder settings. Omitted properties keep their values, and null removes the
 * autoresponder.
 */
export const autoresponderInput = z
  .strictObject({ enabled: z.boolean(), subject, text })
  .partial()
  .nullable()
  .describe(`${MEANING} Omitted members keep their values, and null removes the autoresponder.`);

/** Schema of the autoresponder, both stored and in the API. */
export const autoresponder = z.object({ enabled: z.boolean(), subject: z.string(), text: z.string() });
export type Autoresponder = z.infer<typeof autoresponder>;

/**
 * Applies the change to the autoresponder and returns the result.
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
/** Matches text without white space, including placeholders. A link can't extend beyond such a run. */
const RUN = /(?:\{\{[^{}]{1,200}\}\}|\S)+/g;

/**
 * Maximum number of characters of a value to include in the e-mail. Anyone could have entered the recipient's
 * address.
 */
const MAX_VALUE_LENGTH = 200;

/** Returns true if the e-mail includes submitted values. */
export function repeatsSubmittedValues({ subject, text }: Pick<Autoresponder, 'subject' | 'text'>): boolean {
  return [subject, text].some((template) => template.search(PLACEHOLDER) !== -1);
}

/**
 * Replaces each `{{field}}` in the template with the submitted value, or with nothing if the field doesn't
 * exist. Braces in values are not treated as placeholders. Only uses the first 200 characters of a value, on
 * a single line and without anything that e-mail clients make clickable, so that nobody can use the service
 * to send their links to others.
 */
export function fillPlaceholders(template: string, payload: Payload): string {
  // Process each value only once, because a long value may occur in many places.
  const shown = new Map<string, string>();
  const valueOf = (placeholder: string): string => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    const value = payload.get(name);
    if (value === undefined) return '';
    const text =
      shown.get(name) ?? withoutLinks(truncate(singleLine(displayValue(value), Infinity), MAX_VALUE_LENGTH));
    shown.set(name, text);
    return text;
  };
  return template.replace(RUN, (run) => {
    if (run.search(PLACEHOLDER) === -1) return run;
    const filled = fill(run, valueOf);
    if (!mayContainLink(filled)) return filled;
    // Combined with the text around it, the value would become clickable, or the owner has put it into a
    // link.
    let before = '';
    return fill(run, (name, literal) => {
      before += literal;
      return hasCompleteHost(before) ? valueOf(name).replace(/[^\p{L}\p{M}\p{N} _-]/gu, '') : '';
    });
  });
}

/**
 * Fills the placeholders in a run of text.
 * @param valueOf receives a placeholder's name and the template's text after the previous placeholder
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
 * Returns true if the beginning of a link contains the complete host. Values in the path or query then can't
 * change where the link leads.
 */
function hasCompleteHost(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?[/?#]/iu.test(text);
}
