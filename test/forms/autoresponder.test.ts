import * as fc from 'fast-check';
import { fillPlaceholders, applyAutoresponderInput } from '../../lambdas/forms/autoresponder.ts';
import { ValidationFailed } from '../../lambdas/core/errors.ts';
import { payloadOfPairs } from '../../lambdas/submissions/payload.ts';

const name = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => !/[{}]/.test(text) && text === text.trim());
const plain = fc
  .string({ unit: 'grapheme' })
  .filter((text) => !/[{}\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !text.startsWith('['));

it('puts each value in the place of its name, and nothing in the place of others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, plain), { selector: ([key]) => key }),
      name,
      plain,
      (fields, other, between) => {
        fc.pre(fields.every(([key]) => key !== other));
        const template = fields.map(([key]) => `${between}{{ ${key} }}`).join('') + `{{${other}}}${between}`;
        const expected = fields.map(([, value]) => between + value).join('') + between;
        expect(fillPlaceholders(template, payloadOfPairs(fields))).toBe(expected);
      },
    ),
  );
});

it('never looks at a value again', () => {
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      const payload = payloadOfPairs([
        ['a', `${a}{{b}}`],
        ['b', b],
      ]);
      expect(fillPlaceholders('{{a}}|{{b}}', payload)).toBe(`${a}{{b}}|${b}`);
    }),
  );
});

it('knows no field that was not posted', () => {
  expect(fillPlaceholders('[{{constructor}}{{__proto__}}{{toString}}]', payloadOfPairs([]))).toBe('[]');
  expect(fillPlaceholders('{{__proto__}}', payloadOfPairs([['__proto__', 'x']]))).toBe('x');
});

it('repeats no more of a value than a letter holds', () => {
  const filled = fillPlaceholders('{{a}}', payloadOfPairs([['a', '🙂'.repeat(5000)]]));
  expect(filled).toBe(`${'🙂'.repeat(1000)}…`);
});

describe('a change', () => {
  const present = { enabled: true, subject: 'S', text: 'T' };

  it('leaves what it does not name', () => {
    expect(applyAutoresponderInput(present, undefined)).toEqual(present);
    expect(applyAutoresponderInput(present, { enabled: false })).toEqual({ ...present, enabled: false });
    expect(applyAutoresponderInput(present, null)).toBeNull();
  });

  it('makes one that is off until it is switched on', () => {
    expect(applyAutoresponderInput(null, { subject: 'S', text: 'T' })).toEqual({
      ...present,
      enabled: false,
    });
  });

  it('needs a subject and a text', () => {
    expect(() => applyAutoresponderInput(null, { enabled: true })).toThrow(ValidationFailed);
  });
});
