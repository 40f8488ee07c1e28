/** The autoresponder of a form: an e-mail that is sent to the submitter's address, and its settings. */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors.ts';
import { mayBeClickable, withoutLinks } from '../core/links.ts';
import type { Payload } from '../core/payload.ts';
import { displayValue, singleLine, truncate } from '../core/text.ts';

const subject = z.string().trim().min(1).max(200);
const text = z.string().trim().min(1).max(10_000);

const MEANING =
  "The e-mail that is sent to the submitter's address, at most once an hour to each. `{{field}}` in subject and text " +
  'is replaced by the first 200 characters of what was posted in that field, on one line and without links.';

/** The settings of a new form; null for no autoresponder. */
export const newAutoresponderInput = z
  .strictObject({ enabled: z.boolean().optional(), subject, text })
  .nullable()
  .describe(`${MEANING} Off unless \`enabled\` says otherwise.`);

/** The settings as a client changes them; members left out stay as they are, null removes the autoresponder. */
export const autoresponderInput = z
  .strictObject({ enabled: z.boolean(), subject, text })
  .partial()
  .nullable()
  .describe(`${MEANING} Members left out stay as they are; null removes it.`);

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
export const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
/** What stands together without white space, placeholders included: no link goes beyond it. */
const RUN = /(?:\{\{[^{}]{1,200}\}\}|\S)+/g;

/** Characters of one value that the e-mail repeats at most: anybody may have typed in the address that it goes to. */
const LONGEST_VALUE = 200;

/** Whether the e-mail repeats what was posted. */
export function echoesFields({ subject, text }: Pick<Autoresponder, 'subject' | 'text'>): boolean {
  return [subject, text].some((template) => template.search(PLACEHOLDER) !== -1);
}

/**
 * The template with each `{{field}}` replaced by the posted value, or by nothing when there is no such field. Values
 * are not templates: braces in a value stay braces. Of a value the first 200 characters are repeated, on one line and
 * without anything that mail programs make clickable, so that nobody can have the service send their links to others.
 */
export function fillPlaceholders(template: string, payload: Payload): string {
  // Each value is worked on once: a long one may stand in many places.
  const shown = new Map<string, string>();
  const valueOf = (placeholder: string): string => {
    const name = payload.has(placeholder) ? placeholder : placeholder.trim();
    const value = payload.get(name);
    if (value === undefined) return '';
    const text =
      shown.get(name) ?? withoutLinks(truncate(singleLine(displayValue(value), Infinity), LONGEST_VALUE));
    shown.set(name, text);
    return text;
  };
  return template.replace(RUN, (run) => {
    if (run.search(PLACEHOLDER) === -1) return run;
    const filled = fill(run, valueOf);
    if (!mayBeClickable(filled)) return filled;
    // Together with what stands around it a value became an address, or the owner has put it into a link of theirs.
    let before = '';
    return fill(run, (name, literal) => {
      before += literal;
      return isBehindHost(before) ? valueOf(name).replace(/[^\p{L}\p{M}\p{N} _-]/gu, '') : '';
    });
  });
}

/** @param valueOf gets a placeholder's name and the template's text since the placeholder before it */
function fill(run: string, valueOf: (name: string, literal: string) => string): string {
  let end = 0;
  return run.replace(PLACEHOLDER, (whole, name: string, start: number) => {
    const literal = run.slice(end, start);
    end = start + whole.length;
    return valueOf(name, literal);
  });
}

/** Whether a link that begins like this has its host already: a value in its path or query cannot change where it leads. */
function isBehindHost(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?[/?#]/iu.test(text);
}
