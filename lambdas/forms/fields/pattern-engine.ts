/**
 * Matches field patterns in linear time, so that no pattern or value can slow down ingest. Uses RE2
 * (https://github.com/google/re2/wiki/Syntax), which supports no look-around or backreferences. RE2 is loaded
 * on demand, because few forms use patterns.
 */
import { RE2JS } from 're2js';
import { MAX_MATCHED_LENGTH, type Pattern } from './field-check.ts';

/**
 * Maximum number of compiled instructions in a single pattern, and in all patterns of a form together. The
 * more instructions a pattern has, the longer it takes to match a value.
 */
const MAX_INSTRUCTIONS = 1000;
const MAX_INSTRUCTIONS_OF_A_FORM = 3000;
const TOO_LARGE = 'is too large: use fewer repetitions';

/**
 * Compiles a pattern that must match the whole value.
 * @returns the pattern or, if it is invalid, the reason, which follows the field's name in the message
 */
export function compilePattern(source: string): (Pattern & { readonly size: number }) | string {
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > MAX_INSTRUCTIONS) return TOO_LARGE;
    return {
      size,
      matches: (value) => value.length <= MAX_MATCHED_LENGTH && compiled.testExact(value),
    };
  } catch {
    return 'must be an RE2 regular expression without look-around or backreferences, for example [A-Z]{2}[0-9]+';
  }
}

/**
 * Returns the errors in the patterns of these fields, by field index. Stops after a pattern that is too
 * large, because a form can have a hundred patterns, and each large one takes a fraction of a second to
 * compile.
 */
export function patternFaults(
  fields: readonly { readonly pattern?: string | undefined }[],
): { index: number; message: string }[] {
  let left = MAX_INSTRUCTIONS_OF_A_FORM;
  const faults: { index: number; message: string }[] = [];
  for (const [index, { pattern }] of fields.entries()) {
    if (pattern === undefined) continue;
    const compiled = compilePattern(pattern);
    if (typeof compiled === 'string') {
      faults.push({ index, message: compiled });
      if (compiled === TOO_LARGE) break;
    } else if ((left -= compiled.size) < 0) {
      faults.push({ index, message: 'exceeds the maximum size of all patterns in the form' });
      break;
    }
  }
  return faults;
}

/** Caches compiled patterns for later submissions to the same form. */
const known = new Map<string, Pattern>();
const MAX_CACHED_PATTERNS = 500;
const NEVER: Pattern = { matches: () => true };

/**
 * Compiles a pattern that was validated earlier. If the current version of the engine can't parse it, the
 * pattern accepts any value.
 */
export function acceptedPattern(source: string): Pattern {
  const found = known.get(source);
  if (found) return found;
  const compiled = compilePattern(source);
  const pattern = typeof compiled === 'string' ? NEVER : compiled;
  if (known.size >= MAX_CACHED_PATTERNS) known.clear();
  known.set(source, pattern);
  return pattern;
}
