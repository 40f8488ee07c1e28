import * as fc from 'fast-check';
import { spamCounter, truncatedPayload } from '../../lambdas/submissions/spam-limits.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

const LIMIT = 8192;
const bytesOf = (payload: ReadonlyMap<string, string>): number =>
  [...payload].reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);

it('keeps 8 KiB of text unchanged', () => {
  const payload = new Map([
    ['a', 'x'.repeat(4095)],
    ['b', 'ü'.repeat(2047)],
    ['', '!'],
  ]);
  expect(bytesOf(payload)).toBe(LIMIT);
  expect(truncatedPayload(payload)).toEqual({ payload, truncated: false });
});

it('keeps whole fields in order and truncates the first field that is too long', () => {
  const { payload, truncated } = truncatedPayload(
    new Map([
      ['name', 'Bot'],
      ['message', 'x'.repeat(9000)],
      ['after', 'short'],
    ]),
  );
  expect(truncated).toBe(true);
  expect([...payload]).toEqual([
    ['name', 'Bot'],
    ['message', `${'x'.repeat(LIMIT - 'nameBotmessage'.length - 3)}…`],
  ]);
  expect(bytesOf(payload)).toBe(LIMIT);
});

it('never splits a character', () => {
  const { payload } = truncatedPayload(new Map([['m', `a${'🙂'.repeat(3000)}`]]));
  // The limit is 8,192 bytes. After subtracting the name, the letter a and the ellipsis, 2,046 four-byte
  // characters fit.
  expect(payload.get('m')).toBe(`a${'🙂'.repeat(2046)}…`);
});

it("marks omitted text even if the next name doesn't fit", () => {
  const { payload } = truncatedPayload(
    new Map([
      ['a', 'x'.repeat(8180)],
      ['a long name', 'y'],
    ]),
  );
  expect([...payload]).toEqual([['a', `${'x'.repeat(8180)}…`]]);
  const long = truncatedPayload(new Map([['n'.repeat(10_000), 'value']])).payload;
  expect([...long]).toEqual([[`${'n'.repeat(8189)}…`, '']]);
});

it('keeps at most 8 KiB of any text and ends truncated text with an ellipsis', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 40 });
  const long = fc.tuple(text, fc.nat(400)).map(([unit, times]) => unit.repeat(times));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(text, long), fc.oneof(text, long))), (pairs) => {
      const given = new Map(pairs);
      const { payload, truncated } = truncatedPayload(given);
      expect(bytesOf(payload)).toBeLessThanOrEqual(LIMIT);
      expect(truncated).toBe(bytesOf(given) > LIMIT);
      if (truncated) expect([...payload].flat().join('')).toMatch(/…$/);
      else expect(payload).toEqual(given);
    }),
  );
});

it('counts spam by form and UTC day', () => {
  expect(spamCounter('frm_1', Date.UTC(2026, 10, 21, 23, 59, 59))).toMatchObject({
    counter: 'spam#frm_1#2026-11-21',
    limit: 1000,
  });
  expect(spamCounter('frm_1', Date.UTC(2026, 10, 22)).counter).toBe('spam#frm_1#2026-11-22');
});
