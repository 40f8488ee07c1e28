/** Labels and sorts declared fields. */
import type { FormField } from './field.ts';

/** Returns the display name of a field. */
export const labelOf = ({ label, name }: Pick<FormField, 'label' | 'name'>): string => label ?? name;

/**
 * Sorts fields and their values: declared fields in their declared order, then all other fields in the order
 * of submission.
 */
export function inDeclaredOrder<Entry extends readonly [name: string, ...rest: unknown[]]>(
  entries: Iterable<Entry>,
  fields: readonly Pick<FormField, 'name'>[],
): Entry[] {
  const all = [...entries];
  if (fields.length === 0) return all;
  const places = new Map(fields.map(({ name }, index) => [name, index]));
  const placeOf = ([name]: Entry): number => places.get(name) ?? fields.length;
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}
