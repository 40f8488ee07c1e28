/** English strings for editing webhook and recipient filters. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const filtersEn = {
  title: 'Filter',
  none: 'Every submission is sent.',
  hint: 'Only submissions that match are sent. Changes apply to new submissions.',
  mode: 'Match',
  modes: { all: 'All conditions', any: 'Any condition' },
  joined: { all: 'and', any: 'or' },
  condition: (number: number) => `Condition ${number}`,
  field: 'Field',
  otherField: 'Other field…',
  fieldName: 'Field name',
  op: 'Comparison',
  value: 'Value',
  listExample: 'Values, separated by commas',
  add: 'Add condition',
  remove: (number: number) => `Remove condition ${number}`,
  removeAll: 'Remove filter',
  quoted: (text: string) => `“${text}”`,
  properties: {
    $form: 'Form',
    $language: 'Language',
    $spam_score: 'Spam score',
    $files: 'Number of files',
    $page: 'Page',
  },
  ops: {
    equals: 'is',
    not_equals: 'is not',
    contains: 'contains',
    not_contains: 'doesn’t contain',
    starts_with: 'starts with',
    ends_with: 'ends with',
    in: 'is one of',
    matches: 'matches the pattern',
    greater_than: 'is greater than',
    less_than: 'is less than',
    exists: 'is filled in',
    not_exists: 'is empty',
  },
  incomplete: 'Complete the conditions to see which submissions match.',
  noSubmissions: 'There are no submissions to test the filter with yet.',
  matched: (matched: number, tested: number) =>
    n(tested, {
      one: `${matched} of # submission matches`,
      other: `${matched} of the last # submissions match`,
    }),
  latest: 'Latest submissions',
  sent: 'Sent',
  notSent: 'Not sent',
  save: 'Save filter',
  saved: 'Filter saved',
  editOf: (address: string) => `Filter for ${address}`,
};
export type FiltersTexts = typeof filtersEn;
