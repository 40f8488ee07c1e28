import fc from 'fast-check';
import { BodyTooLarge } from '../../lambdas/core/errors/errors.ts';
import {
  payloadObject,
  payloadOfFields,
  payloadOfObject,
  withoutControlFields,
  type PostedField,
} from '../../lambdas/core/payload.ts';

it('stores a repeated field as a JSON array of its values', () => {
  const payload = payloadOfFields([
    ['topic', 'a'],
    ['name', 'Ada'],
    ['topic', 'b'],
  ]);
  expect(payload).toEqual(new Map(Object.entries({ topic: '["a","b"]', name: 'Ada' })));
});

it('stores non-string values as JSON', () => {
  const payload = payloadOfObject({
    n: 1,
    yes: true,
    none: null,
    list: ['a', 1],
    deep: { a: [] },
    text: '1',
  });
  expect(payloadObject(payload)).toEqual({
    n: '1',
    yes: 'true',
    none: 'null',
    list: '["a",1]',
    deep: '{"a":[]}',
    text: '1',
  });
});

it('treats __proto__ and constructor as ordinary names', () => {
  const payload = payloadOfObject(
    JSON.parse('{"__proto__":"x","constructor":{"a":1}}') as Record<string, unknown>,
  );
  expect([...payload]).toEqual([
    ['__proto__', 'x'],
    ['constructor', '{"a":1}'],
  ]);
});

it('accepts 200 fields but refuses 201', () => {
  const fields = (count: number): PostedField[] => Array.from({ length: count }, (_, i) => [`f${i}`, '']);
  expect(payloadOfFields(fields(200)).size).toBe(200);
  expect(() => payloadOfFields(fields(201))).toThrow(BodyTooLarge);
});

it('counts the bytes of names and values towards the 256 KiB limit', () => {
  expect(() => payloadOfObject({ ab: 'x'.repeat(256 * 1024 - 2) })).not.toThrow();
  expect(() => payloadOfObject({ ab: 'x'.repeat(256 * 1024 - 1) })).toThrow(BodyTooLarge);
  expect(() => payloadOfObject({ ab: 'ü'.repeat(128 * 1024) })).toThrow(BodyTooLarge);
});

it('removes control fields', () => {
  const payload = payloadOfObject({ _gotcha: 'bot', name: 'Ada' });
  expect([...withoutControlFields(payload, (name) => name === '_gotcha')]).toEqual([['name', 'Ada']]);
});

it('keeps all fields and their order, regardless of their names', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([name]) => name, maxLength: 30 }),
      (fields) => {
        const payload = payloadOfFields(fields);
        expect([...payload]).toEqual(fields);
      },
    ),
  );
});
