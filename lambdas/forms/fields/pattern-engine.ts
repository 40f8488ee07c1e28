/**
 * Runs the patterns of fields in time that is linear in the value, whatever the pattern is: no owner can make posts
 * expensive, and no visitor. RE2 (https://github.com/google/re2/wiki/Syntax) has no look-around and no back references.
 * Loaded on demand only: few forms have patterns.
 */
import { RE2JS } from 're2js';
import { LONGEST_MATCHED, type Pattern } from './field-check.ts';

/** Instructions of one pattern, and of all patterns of a form: a value is matched against each in one pass. */
const MOST_INSTRUCTIONS = 1000;
const MOST_INSTRUCTIONS_OF_A_FORM = 3000;
const TOO_LARGE = 'is too large: repeat less in it';

/**
 * The pattern, ready to match whole values.
 * @returns why it cannot be one, as a sentence that goes on after its name
 */
export function compilePattern(source: string): (Pattern & { readonly size: number }) | string {
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > MOST_INSTRUCTIONS) return TOO_LARGE;
    return {
      size,
      matches: (value) => value.length <= LONGEST_MATCHED && compiled.testExact(value),
    };
  } catch {
    return 'must be a regular expression of RE2: without look-around and back references';
  }
}

/**
 * What is wrong with the patterns of these fields, by their place. Nothing after a pattern that is too large is looked
 * at: to find out costs a fraction of a second, and a form may have a hundred of them.
 */
export function patternFaults(
  fields: readonly { readonly pattern?: string | undefined }[],
): { index: number; message: string }[] {
  let left = MOST_INSTRUCTIONS_OF_A_FORM;
  const faults: { index: number; message: string }[] = [];
  for (const [index, { pattern }] of fields.entries()) {
    if (pattern === undefined) continue;
    const compiled = compilePattern(pattern);
    if (typeof compiled === 'string') {
      faults.push({ index, message: compiled });
      if (compiled === TOO_LARGE) break;
    } else if ((left -= compiled.size) < 0) {
      faults.push({ index, message: 'is too large together with those before it' });
      break;
    }
  }
  return faults;
}

/** Compiled patterns stay for the next post to the same form. */
const known = new Map<string, Pattern>();
const MOST_KNOWN = 500;
const NEVER: Pattern = { matches: () => true };

/** A pattern that was accepted once; should this version of the engine not read it, it lets everything through. */
export function acceptedPattern(source: string): Pattern {
  const found = known.get(source);
  if (found) return found;
  const compiled = compilePattern(source);
  const pattern = typeof compiled === 'string' ? NEVER : compiled;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(source, pattern);
  return pattern;
}
