/** Describes a filter in one line. */
import type { FiltersTexts } from '../texts/filters/filters.en.ts';
import {
  editedFilter,
  needsValue,
  submissionProperties,
  type EditedCondition,
  type Filter,
} from './edited-filter.ts';

/** Returns the filter's conditions as text: `topic is “sales” and Files > “0”`. */
export function filterSummary(filter: Filter, t: FiltersTexts): string {
  const { mode, conditions } = editedFilter(filter);
  return conditions.map((each) => conditionText(each, t)).join(` ${t.joined[mode]} `);
}

/** Returns a condition as text. */
export function conditionText({ field, op, text }: EditedCondition, t: FiltersTexts): string {
  const name = fieldName(field, t);
  return needsValue(op) ? `${name} ${t.ops[op]} ${t.quoted(text)}` : `${name} ${t.ops[op]}`;
}

/** Returns the translated name of a submission's property, or the name of a field unchanged. */
export function fieldName(field: string, t: FiltersTexts): string {
  const property = submissionProperties.find((each) => each === field);
  return property === undefined ? field : t.properties[property];
}
