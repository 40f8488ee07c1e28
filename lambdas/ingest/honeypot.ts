/** The honeypot: a field that people do not see and that must come back as empty as it was sent. */
import * as z from 'zod';

/** How the payload holds a field that came several times. */
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

/** What scripts send for a field that nobody touched. */
const UNTOUCHED = ['', 'null', 'false'];

/**
 * Whether the honeypot's value, as the payload holds it, shows that a program filled it. White space does not:
 * a line break in a template's `<textarea>` would make every person a bot. Nor do several honeypots of one
 * name that are all empty.
 */
export function isFilled(value: string | undefined): boolean {
  const values = repeated.safeParse(value);
  const all = values.success ? values.data : [value];
  return all.some((each) => !UNTOUCHED.includes(each?.trim() ?? ''));
}
