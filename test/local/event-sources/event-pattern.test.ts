/** Tests event filtering with examples from the EventBridge and Lambda docs. */
import { matches, parsePattern } from '../../../local/event-sources/event-pattern.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { status: { S: 'received' }, size: { N: '42' }, tags: { SS: ['a', 'b'] } } },
  list: [{ name: 'x' }, { name: 'y' }],
  nothing: null,
};
const image = (pattern: object): object => ({ dynamodb: { NewImage: pattern } });

test.each<[object, boolean]>([
  [{}, true],
  [{ eventName: ['INSERT', 'MODIFY'] }, true],
  [{ eventName: ['REMOVE'] }, false],
  [{ eventName: ['INSERT'], ...image({ status: { S: ['received'] } }) }, true],
  [image({ status: { S: ['spam'] } }), false],
  [image({ tags: { SS: ['b'] } }), true],
  [image({ absent: [{ exists: false }] }), true],
  [image({ absent: { S: [{ exists: false }] } }), true],
  [image({ absent: { S: [{ exists: true }] } }), false],
  [image({ status: [{ exists: true }] }), false],
  [image({ status: { S: [{ exists: true }] } }), true],
  [image({ status: { S: [{ exists: false }] } }), false],
  [image({ status: { S: [{ exists: false }, 'received'] } }), true],
  [{ list: { name: ['y'] } }, true],
  [{ list: { name: ['z'] } }, false],
  [{ nothing: [null] }, true],
  [image({ status: { S: [{ prefix: 'rec' }] } }), true],
  [image({ status: { S: [{ prefix: 'eceived' }] } }), false],
  [image({ absent: { S: [{ prefix: '' }] } }), false],
])('%j', (pattern, expected) => {
  expect(matches(parsePattern(pattern, 'Rule'), record)).toBe(expected);
});

test.each<[object, string]>([
  [{ ip: [{ cidr: '10.0.0.0/8' }] }, 'cidr'],
  [{ name: [{ prefix: ['a'] }] }, 'prefix'],
  [{ name: [{ 'anything-but': 'a' }] }, 'anything-but'],
  [{ size: [{ numeric: ['>', 0] }] }, 'numeric'],
  [{ name: ['a'], deep: { er: [{ exists: true, suffix: 'a' }] } }, 'suffix'],
  [{ $or: [{ name: ['a'] }, { size: [1] }] }, '$or'],
])('%j is refused', (pattern, operator) => {
  expect(() => parsePattern(pattern, 'Rule')).toThrow(
    `Rule: the local runner does not support the event pattern operator "${operator}"`,
  );
});

test.each<[unknown, string]>([
  ['INSERT', 'Rule: an event pattern must be an object'],
  [{ name: 'a' }, 'Rule: an event pattern must be an object'],
  [{ name: [['a']] }, 'Rule: an event pattern contains a list element that is not a value'],
])('%j is not a pattern', (pattern, message) => {
  expect(() => parsePattern(pattern, 'Rule')).toThrow(message);
});
