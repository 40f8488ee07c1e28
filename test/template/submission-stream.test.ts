import { matches, parsePattern } from '../../local/event-sources/event-pattern.ts';
import { template } from '../support/assembly/assembly.ts';
import { templateWith } from '../support/assembly/templates.ts';

const { Resources } = template();

/** Filters of the submission stream's consumers, by function name. */
const readers = Object.values<any>(Resources)
  .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
  .map(({ Properties }) => Properties)
  .filter(({ EventSourceArn }) => JSON.stringify(EventSourceArn ?? '').includes('StorageSubmissions'))
  .map(({ FunctionName, FilterCriteria, MaximumBatchingWindowInSeconds }) => ({
    name: JSON.stringify(FunctionName),
    windowSeconds: MaximumBatchingWindowInSeconds,
    filters: FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      parsePattern(JSON.parse(Pattern), 'the test'),
    ),
  }));

const image = (attributes: object) => ({
  form_id: { S: 'frm_0000000001' },
  status: { S: 'received' },
  link_key: { S: 'x' },
  ...attributes,
});
const readersOf = (event: object): number =>
  readers.filter(({ filters }) => filters.some((filter: any) => matches(filter, event))).length;
const changed = (before: object, after: object) =>
  readersOf({ eventName: 'MODIFY', dynamodb: { OldImage: image(before), NewImage: image(after) } });

it('has two readers, the maximum that AWS recommends', () => {
  expect(readers).toHaveLength(2);
});

it('waits for more records before counting, but never before sending webhooks and e-mails', () => {
  const windowOf = (name: string) => readers.find((reader) => reader.name.includes(name))?.windowSeconds;
  expect(windowOf('CountSubmissions')).toBe(10);
  expect(windowOf('FanOut')).toBeUndefined();
});

it('lets the counting function spread hot forms only if the stage accepts more requests than one partition', () => {
  const variablesOf = (rate: number): string[] => {
    const stage = templateWith({ 'svc:apiThrottle': { rate, burst: 5000 } });
    const counting = Object.entries(stage.Resources).find(([id]) => /^SubmissionCounting.*Function/.test(id));
    return Object.keys(counting?.[1].Properties?.['Environment'].Variables);
  };
  expect(variablesOf(500)).not.toContain('FORMS_TABLE');
  expect(variablesOf(501)).toEqual(expect.arrayContaining(['FORMS_TABLE', 'FORM_SLUGS_TABLE']));
});

it.each<[string, object, object]>([
  ['is read', {}, { read_at: { S: '2026-11-20T08:00:00.000Z' }, version: { N: '1' } }],
  ['is marked as unread', { read_at: { S: '2026-11-20T08:00:00.000Z' } }, { version: { N: '2' } }],
  ['is starred', {}, { starred: { BOOL: true }, version: { N: '1' } }],
  ['gets a note', { note: { S: 'a' } }, { note: { S: 'b' }, changes: { L: [] } }],
  ['gets a note while it is spam', { status: { S: 'spam' } }, { status: { S: 'spam' }, note: { S: 'b' } }],
  ['gets a different expiry', { expires_at: { N: '1' } }, { expires_at: { N: '2' } }],
])('reaches only the counting function when a submission %s', (_, before, after) => {
  expect(changed(before, after)).toBe(1);
});

/** Every release from spam stores its actor, which the filter matches. */
const RELEASED_BY = { changed_by: { S: '{"type":"member"}' } };

it("doesn't send notifications for imported submissions unless they are later released from spam", () => {
  const imported = { imported_at: { S: '2026-11-20T08:00:00.000Z' } };
  const stored = (attributes: object) =>
    readersOf({ eventName: 'INSERT', dynamodb: { NewImage: image(attributes) } });
  expect([stored({}), stored(imported)]).toEqual([2, 1]);
  expect(changed({ status: { S: 'spam' }, ...imported }, { ...imported, ...RELEASED_BY })).toBe(2);
});

it('invokes both readers when a submission is released, even if the same change also sets other values', () => {
  const spam = { status: { S: 'spam' } };
  const received = { read_at: { S: '2026-11-20T08:00:00.000Z' }, note: { S: 'Real.' } };
  expect(changed(spam, RELEASED_BY)).toBe(2);
  expect(changed(spam, { ...received, ...RELEASED_BY })).toBe(2);
});

it('invokes only the reader that updates counts when a submission is marked as spam', () => {
  expect(changed({}, { status: { S: 'spam' } })).toBe(1);
});
