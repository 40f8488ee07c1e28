/** Checks the honeypot, a hidden form field that people leave empty and bots fill in. */
import * as z from 'zod';

/** A field that was posted several times is a JSON array in the payload. */
const repeated = z
  .string()
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().nullable()));

/** Values that scripts send for an untouched field. */
const EMPTY_VALUES = ['', 'null', 'false'];

/**
 * Whether the honeypot's value in the payload shows that a bot filled it in. White space doesn't count: a
 * line break in a template's `<textarea>` would make every visitor a bot. Several empty honeypots with the
 * same name don't count either.
 */
export function isFilled(value: string | undefined): boolean {
  const values = repeated.safeParse(value);
  const all = values.success ? values.data : [value];
  return all.some((each) => !EMPTY_VALUES.includes(each?.trim() ?? ''));
}
