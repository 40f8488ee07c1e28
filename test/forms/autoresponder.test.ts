import * as fc from 'fast-check';
import {
  applyAutoresponderInput,
  repeatsSubmittedValues,
  fillPlaceholders,
} from '../../lambdas/forms/autoresponder.ts';
import { ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';

const name = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => !/[{}]/.test(text) && text === text.trim());
/** Words that e-mail clients don't turn into links. */
const plain = fc
  .array(
    fc.constantFrom(
      'Ada',
      'Grüße',
      '<b>',
      '$&',
      '42,',
      '你好',
      '🙂',
      'z.B.',
      '21.11.2026,',
      "it's",
      '10:30,',
    ),
  )
  .map((words) => words.join(' '));

it('replaces known placeholders and removes all others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, plain), { selector: ([key]) => key }),
      name,
      fc.constantFrom(' ', ', ', '\n', ' – '),
      (fields, other, between) => {
        fc.pre(fields.every(([key]) => key !== other));
        const template = fields.map(([key]) => `${between}{{ ${key} }}`).join('') + `{{${other}}}${between}`;
        const expected = fields.map(([, value]) => between + value).join('') + between;
        expect(fillPlaceholders(template, payloadOfPairs(fields))).toBe(expected);
      },
    ),
  );
});

it('does not expand placeholders inside values', () => {
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

it("ignores fields that weren't submitted", () => {
  expect(fillPlaceholders('[{{constructor}}{{__proto__}}{{toString}}]', payloadOfPairs([]))).toBe('[]');
  expect(fillPlaceholders('{{__proto__}}', payloadOfPairs([['__proto__', 'x']]))).toBe('x');
});

it('truncates long values', () => {
  const filled = fillPlaceholders('{{a}}', payloadOfPairs([['a', '🙂'.repeat(5000)]]));
  expect(filled).toBe(`${'🙂'.repeat(100)}…`);
});

it('puts a value on one line', () => {
  const payload = payloadOfPairs([['a', 'one\r\ntwo\u2028three\tfour']]);
  expect(fillPlaceholders('{{a}}\n', payload)).toBe('one two three four\n');
});

it.each([
  ['{{a}}{{b}}', 'evil.', 'com'],
  ['{{a}}.{{b}}', 'evil', 'com'],
  ['{{a}}@{{b}}', 'thief', 'evil'],
  ['{{a}}{{b}}', 'tel:', '+49301'],
  ['https://{{a}}', 'evil', ''],
  ['http://{{a}}', '3232235777', ''],
  ['https://{{a}}.example.org/', 'evil', ''],
  ['https://www.example.org.{{a}}', 'evil', ''],
  ['https://www.example.org{{a}}', '-evil', ''],
  ['mailto:{{a}}', 'thief', ''],
  ['www.{{a}}', 'evil', ''],
])('creates no link in %s with %j and %j', (template, a, b) => {
  const payload = payloadOfPairs([
    ['a', a],
    ['b', b],
  ]);
  const empty = template.replace(/\{\{\w\}\}/g, '');
  expect(fillPlaceholders(template, payload)).toBe(empty);
});

it("keeps the owner's links but inserts values only as plain words", () => {
  const template = 'https://www.example.org/thanks?name={{name}}#{{x}} or example.org/{{name}}';
  const payload = payloadOfPairs([
    ['name', 'Ada&next=//evil.example'],
    ['x', 'a1'],
  ]);
  expect(fillPlaceholders(template, payload)).toBe('https://www.example.org/thanks?name=#a1 or example.org/');
  expect(fillPlaceholders('https://example.org/{{name}}', payloadOfPairs([['name', '..:8/Ada']]))).toBe(
    'https://example.org/8Ada',
  );
});

it('reports whether it repeats submitted values', () => {
  expect(repeatsSubmittedValues({ subject: 'Thanks, {{name}}', text: 'Soon more.' })).toBe(true);
  expect(repeatsSubmittedValues({ subject: 'Thanks', text: 'You wrote:\n{{ message }}' })).toBe(true);
  expect(repeatsSubmittedValues({ subject: 'Thanks {name}', text: 'Soon {{}} more.' })).toBe(false);
});

describe('a change', () => {
  const present = { enabled: true, subject: 'S', text: 'T' };

  it('keeps the properties that a change leaves out', () => {
    expect(applyAutoresponderInput(present, undefined)).toEqual(present);
    expect(applyAutoresponderInput(present, { enabled: false })).toEqual({ ...present, enabled: false });
    expect(applyAutoresponderInput(present, null)).toBeNull();
  });

  it('is off until it is turned on', () => {
    expect(applyAutoresponderInput(null, { subject: 'S', text: 'T' })).toEqual({
      ...present,
      enabled: false,
    });
  });

  it('requires a subject and a text', () => {
    expect(() => applyAutoresponderInput(null, { enabled: true })).toThrow(ValidationFailed);
  });
});

describe('telephone numbers', () => {
  const filled = (template: string, ...fields: [string, string][]) =>
    fillPlaceholders(template, payloadOfPairs(fields));

  it("in visitors' input are removed like links", () => {
    const name = 'Ada, your bank calls: +49 900 1234567';
    expect(filled('Dear {{name}}!', ['name', name])).toBe('Dear Ada, your bank calls:!');
    expect(filled('{{name}}', ['name', 'Ada, 21.11.2026 10:30'])).toBe('Ada, 21.11.2026 10:30');
  });

  it("can't be put together from several values or from the text around them", () => {
    const parts: [string, string][] = [
      ['a', '0900'],
      ['b', '1234'],
    ];
    expect(filled('{{a}} {{b}}', ...parts)).toBe(' ');
    expect(filled('Call 030-{{a}}{{b}}', ...parts)).toBe('Call 030-');
    expect(filled('{{a}}, {{b}}', ...parts)).toBe('0900, 1234');
  });

  it('written by the owner are kept', () => {
    const template = 'Dear {{name}}, call us: 030 1234567.';
    expect(filled(template, ['name', 'Ada'])).toBe('Dear Ada, call us: 030 1234567.');
    expect(filled(`${template}{{x}}`, ['name', 'Ada 5'], ['x', '89'])).toBe(
      'Dear Ada , call us: 030 1234567.',
    );
  });
});
