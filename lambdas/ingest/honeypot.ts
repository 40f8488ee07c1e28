/** Checks the honeypot, a hidden form field that bots fill in but visitors leave empty. */
import * as z from 'zod';

/** Parses the value of a repeated field, which the payload contains as a JSON array. */
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

/** Values that scripts send for fields that the visitor left unchanged. */
const EMPTY_VALUES = ['', 'null', 'false'];

/**
 * Returns true if the honeypot's value shows that a bot filled it in. Ignores white space because a line
 * break in a template's `<textarea>` would make every visitor look like a bot. Also ignores several empty
 * honeypots with the same name.
 */
export function isFilled(value: string | undefined): boolean {
  const values = repeated.safeParse(value);
  const all = values.success ? values.data : [value];
  return all.some((each) => !EMPTY_VALUES.includes(each?.trim() ?? ''));
}
