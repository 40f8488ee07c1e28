/** Tests how the console's filter editor converts filters, and how it describes them, without a browser. */
import {
  editedFilter,
  errorsOfCondition,
  filterOf,
  isComplete,
  type EditedCondition,
  type Filter,
} from '../../console/filters/edited-filter.ts';
import { filterSummary } from '../../console/filters/filter-summary.ts';
import { filtersEn } from '../../console/texts/filters/filters.en.ts';

it.each<[EditedCondition, unknown]>([
  [
    { field: ' topic ', op: 'equals', text: ' sales ' },
    { field: 'topic', op: 'equals', value: 'sales' },
  ],
  [
    { field: 'code', op: 'equals', text: '007' },
    { field: 'code', op: 'equals', value: '007' },
  ],
  [
    { field: '$files', op: 'equals', text: '2' },
    { field: '$files', op: 'equals', value: 2 },
  ],
  [
    { field: 'sum', op: 'greater_than', text: '-1.5' },
    { field: 'sum', op: 'greater_than', value: -1.5 },
  ],
  [
    { field: 'day', op: 'less_than', text: '2026-11-30' },
    { field: 'day', op: 'less_than', value: '2026-11-30' },
  ],
  [
    { field: 'topic', op: 'in', text: 'sales, press,, ' },
    { field: 'topic', op: 'in', value: ['sales', 'press'] },
  ],
  [
    { field: 'note', op: 'matches', text: ' a b' },
    { field: 'note', op: 'matches', value: ' a b' },
  ],
  [
    { field: 'note', op: 'exists', text: 'left over' },
    { field: 'note', op: 'exists' },
  ],
])('sends the condition %j', (condition, sent) => {
  expect(filterOf({ mode: 'any', conditions: [condition] })).toEqual({ any: [sent] });
});

it('sends no filter if it has no conditions', () => {
  expect(filterOf({ mode: 'any', conditions: [] })).toBeNull();
  expect(editedFilter(null)).toEqual({ mode: 'all', conditions: [] });
});

it('sends an unchanged filter as it was stored', () => {
  const stored: Filter = {
    any: [
      { field: 'sum', op: 'equals', value: 5 },
      { field: 'place', op: 'in', value: ['Rome, Italy', 7] },
      { field: 'note', op: 'not_exists' },
    ],
  };
  expect(filterOf(editedFilter(stored))).toEqual(stored);
});

it('sends the new value of a stored condition after its text or comparison changed', () => {
  const { mode, conditions } = editedFilter({ all: [{ field: 'sum', op: 'equals', value: 5 }] });
  const [first] = conditions;
  expect(filterOf({ mode, conditions: [{ ...first!, text: '6' }] })).toEqual({
    all: [{ field: 'sum', op: 'equals', value: '6' }],
  });
  expect(filterOf({ mode, conditions: [{ ...first!, op: 'in' }] })).toEqual({
    all: [{ field: 'sum', op: 'in', value: ['5'] }],
  });
});

it.each<[EditedCondition, boolean]>([
  [{ field: 'topic', op: 'equals', text: 'sales' }, true],
  [{ field: 'topic', op: 'equals', text: ' ' }, false],
  [{ field: ' ', op: 'exists', text: '' }, false],
  [{ field: 'topic', op: 'exists', text: '' }, true],
])('detects whether %j is complete', (condition, complete) => {
  expect(isComplete({ mode: 'all', conditions: [condition] })).toBe(complete);
});

it("finds a condition's error messages by their path", () => {
  const errors = {
    'filter.all.1.value.2': 'must not be empty',
    'filter.all.1.field': 'unknown',
    'filter.all.10.op': 'of another condition',
  };
  expect(errorsOfCondition(errors, 'filter', 'all', 1)).toEqual({
    field: 'unknown',
    value: 'must not be empty',
  });
  expect(errorsOfCondition(errors, 'filter', 'all', 0)).toEqual({});
  expect(
    errorsOfCondition({ 'notify_emails.3.filter.any.0.op': 'no' }, 'notify_emails.3.filter', 'any', 0),
  ).toEqual({ op: 'no' });
});

it('describes a filter in one line', () => {
  const filter: Filter = {
    any: [
      { field: 'topic', op: 'in', value: ['sales', 'press'] },
      { field: '$files', op: 'greater_than', value: 0 },
      { field: 'phone', op: 'exists' },
    ],
  };
  expect(filterSummary(filter, filtersEn)).toBe(
    'topic is one of “sales, press” or Number of files is greater than “0” or phone is filled in',
  );
});
