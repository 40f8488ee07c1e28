/** How declared fields are named for people and in which order they stand. */
import type { FormField } from './field.ts';

/** What people read of a field. */
export const labelOf = ({ label, name }: Pick<FormField, 'label' | 'name'>): string => label ?? name;

/** Sorts names and values: declared ones in the order of the declaration, then all others as they came. */
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
