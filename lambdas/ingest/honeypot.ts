/** The honeypot: a hidden field of a form that people leave empty and bots fill in. */
import * as z from 'zod';

/** A field that was posted several times: the payload holds a JSON array. */
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

/** What scripts send for a field that was left alone. */
const UNTOUCHED = ['', 'null', 'false'];

/**
 * Whether the honeypot's value in the payload shows that a bot filled it in. White space does not: a line break in
 * a template's `<textarea>` would make everybody a bot. Nor do several honeypots of one name that are all empty.
 */
export function isFilled(value: string | undefined): boolean {
  const values = repeated.safeParse(value);
  const all = values.success ? values.data : [value];
  return all.some((each) => !UNTOUCHED.includes(each?.trim() ?? ''));
}
