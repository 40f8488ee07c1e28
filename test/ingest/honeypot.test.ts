import fc from 'fast-check';
import { isFilled } from '../../lambdas/ingest/honeypot.ts';

it.each([undefined, '', ' ', '\r\n\t', '\u00a0', 'null', 'false', '[]', '["",""]', '[" ",null]'])(
  'treats %j as an empty field',
  (value) => {
    expect(isFilled(value)).toBe(false);
  },
);

it.each(['x', '0', 'true', ' http://spam.example ', '["","x"]', '[', '[1]', '{}', '[["x"]]', '"'])(
  'treats %j as a filled field',
  (value) => {
    expect(isFilled(value)).toBe(true);
  },
);

it('never fails, whatever value a program sends', () => {
  fc.assert(fc.property(fc.string(), (value) => typeof isFilled(value) === 'boolean'));
});
