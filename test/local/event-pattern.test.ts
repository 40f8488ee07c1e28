/** Event filtering, by the examples of the EventBridge and Lambda documentation. */
import type { EventPattern } from '../../local/event-sources/event-pattern.ts';
import { matches } from '../../local/event-sources/event-pattern.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { status: { S: 'received' }, size: { N: '42' }, tags: { SS: ['a', 'b'] } } },
  list: [{ name: 'x' }, { name: 'y' }],
  nothing: null,
};
const image = (pattern: object): EventPattern => ({ dynamodb: { NewImage: pattern } });

test.each<[EventPattern, boolean]>([
  [{}, true],
  [{ eventName: ['INSERT', 'MODIFY'] }, true],
  [{ eventName: ['REMOVE'] }, false],
  [{ eventName: ['INSERT'], ...image({ status: { S: ['received'] } }) }, true],
  [image({ status: { S: ['spam'] } }), false],
  [image({ status: { S: [{ prefix: 'rec' }] } }), true],
  [image({ status: { S: [{ prefix: { 'equals-ignore-case': 'REC' } }] } }), true],
  [image({ status: { S: [{ suffix: 'ved' }] } }), true],
  [image({ status: { S: [{ 'equals-ignore-case': 'RECEIVED' }] } }), true],
  [image({ status: { S: [{ wildcard: 'r*v*d' }] } }), true],
  [image({ status: { S: [{ 'anything-but': ['spam', 'x'] }] } }), true],
  [image({ status: { S: [{ 'anything-but': 'received' }] } }), false],
  [image({ status: { S: [{ 'anything-but': { prefix: 'rec' } }] } }), false],
  [image({ absent: { S: [{ 'anything-but': 'x' }] } }), false],
  [image({ size: { N: [{ numeric: ['>', 40, '<=', 42] }] } }), true],
  [image({ size: { N: [{ numeric: ['=', 41] }] } }), false],
  [image({ tags: { SS: ['b'] } }), true],
  [image({ absent: [{ exists: false }] }), true],
  [image({ absent: { S: [{ exists: false }] } }), true],
  [image({ status: { S: [{ exists: true }] } }), true],
  [image({ status: { S: [{ exists: false }] } }), false],
  [{ list: { name: ['y'] } }, true],
  [{ list: { name: ['z'] } }, false],
  [{ nothing: [null] }, true],
  [{ $or: [{ eventName: ['REMOVE'] }, { nothing: [null] }] }, true],
])('%j', (pattern, expected) => {
  expect(matches(pattern, record)).toBe(expected);
});

test('an unknown operator is refused', () => {
  expect(() => matches({ ip: [{ cidr: '10.0.0.0/8' }] }, {})).toThrow('does not know "cidr"');
});
