/** Extends a selection to a range of rows while Shift is held. */

/**
 * Returns the selection after the user has clicked the row `to` with Shift held. All rows from the
 * previously clicked row to this one get the same state as this row.
 * @param selected keys after the click
 */
export function withRange(
  rows: readonly string[],
  selected: ReadonlySet<string>,
  { from, to }: { from: string; to: string },
): Set<string> {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)].toSorted((a, b) => a - b);
  const result = new Set(selected);
  if (start === undefined || end === undefined || start < 0) return result;
  for (const row of rows.slice(start, end + 1)) {
    if (selected.has(to)) result.add(row);
    else result.delete(row);
  }
  return result;
}

/** Returns the only key that is in just one of the two sets, or undefined if there are several or none. */
export function changedKey(before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
  const changed = [...before, ...after].filter((key) => before.has(key) !== after.has(key));
  return changed.length === 1 ? changed[0] : undefined;
}
