/** Suggests the known name that the user most likely meant when a name is misspelled. */

/**
 * Maximum length of a name that gets a suggestion, in characters. The limit keeps each comparison below 4,000
 * steps.
 */
const MAX_NAME_LENGTH = 60;

/**
 * Returns the known name that is most similar, or undefined if none is similar enough. Allows one typo for
 * every three characters, up to three typos. Ignores case and separators, so `redirectUrl` matches
 * `redirect_url`. A plural always matches its singular.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const wanted = folded(name);
  const limit = Math.min(3, Math.floor(wanted.length / 3));
  let closest: string | undefined;
  let fewest = Infinity;
  for (const each of known) {
    if (each.length > MAX_NAME_LENGTH) continue;
    const typed = folded(each);
    const isPlural = singular(wanted) === singular(typed);
    if (!isPlural && Math.abs(typed.length - wanted.length) > limit) continue;
    const distance = Math.min(editDistance(wanted, typed), isPlural ? 1 : Infinity);
    if (distance >= fewest || (!isPlural && distance > limit)) continue;
    closest = each;
    fewest = distance;
  }
  return closest;
}

const folded = (name: string): string => name.toLowerCase().replace(/[_\-.\s]/g, '');

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * Returns the minimum number of insertions, deletions, replacements and swaps of adjacent characters (optimal
 * string alignment).
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
