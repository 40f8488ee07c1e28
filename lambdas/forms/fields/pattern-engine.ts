/**
 * Matches field and filter patterns in linear time so that no pattern or value can slow down ingest. Uses RE2
 * (https://github.com/google/re2/wiki/Syntax), which doesn't support look-around or backreferences. RE2 is
 * loaded on demand because few forms use patterns.
 */
import { RE2JS } from 're2js';
import { MAX_MATCHED_LENGTH, type Pattern } from './field-check.ts';

/**
 * Maximum number of compiled instructions in a single pattern, and in all patterns of a form or filter
 * together. Patterns with more instructions take longer to match a value.
 */
const MAX_INSTRUCTIONS = 1000;
const MAX_INSTRUCTIONS_TOGETHER = 3000;
const TOO_LARGE = 'is too large: use fewer repetitions';

/** A pattern that can also match part of a value. */
export interface SearchPattern {
  /** Returns true if the pattern matches somewhere in the value. */
  occursIn(value: string): boolean;
}

/**
 * Compiles a pattern.
 * @returns the pattern or, if it is invalid, the reason, which follows the field's name in the message
 */
function compilePattern(source: string): (Pattern & SearchPattern & { readonly size: number }) | string {
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > MAX_INSTRUCTIONS) return TOO_LARGE;
    return {
      size,
      matches: (value) => value.length <= MAX_MATCHED_LENGTH && compiled.testExact(value),
      occursIn: (value) => value.length <= MAX_MATCHED_LENGTH && compiled.test(value),
    };
  } catch {
    return 'must be an RE2 regular expression without look-around or backreferences, for example [A-Z]{2}[0-9]+';
  }
}

/**
 * Returns the errors in these patterns, by index. Stops after a pattern that is too large, because a form can
 * have a hundred patterns and each large one takes a fraction of a second to compile.
 */
export function patternFaults(
  fields: readonly { readonly pattern?: string | undefined }[],
): { index: number; message: string }[] {
  let left = MAX_INSTRUCTIONS_TOGETHER;
  const faults: { index: number; message: string }[] = [];
  for (const [index, { pattern }] of fields.entries()) {
    if (pattern === undefined) continue;
    const compiled = compilePattern(pattern);
    if (typeof compiled === 'string') {
      faults.push({ index, message: compiled });
      if (compiled === TOO_LARGE) break;
    } else if ((left -= compiled.size) < 0) {
      faults.push({ index, message: 'exceeds the maximum size of all patterns together' });
      break;
    }
  }
  return faults;
}

/** Caches compiled patterns for later submissions to the same form. */
const known = new Map<string, Pattern & SearchPattern>();
const MAX_CACHED_PATTERNS = 500;
const ANY_VALUE: Pattern & SearchPattern = { matches: () => true, occursIn: () => true };

/**
 * Compiles a pattern that was validated earlier. If the current version of the engine can't parse it, the
 * pattern accepts any value.
 */
export function acceptedPattern(source: string): Pattern & SearchPattern {
  const found = known.get(source);
  if (found) return found;
  const compiled = compilePattern(source);
  const pattern = typeof compiled === 'string' ? ANY_VALUE : compiled;
  if (known.size >= MAX_CACHED_PATTERNS) known.clear();
  known.set(source, pattern);
  return pattern;
}
