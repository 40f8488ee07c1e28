/** Tests which submitted text counts as a telephone number. */
import * as fc from 'fast-check';
import { telephoneNumbersIn, withoutTelephoneNumbers } from '../../lambdas/core/text/telephone-numbers.ts';

it.each([
  '+49 30 1234567',
  '030/1234567',
  '(0)30 12 34 56 7',
  '1234567',
  '555-12345',
  '+1 (800) 555-0199',
  '0900 . 123 . 456',
  '0 9 0 0 1 2 3 4',
  '０９００１２３４',
  '٠١٢٣٤٥٦٧',
  '0900–123–456',
  '030 12-11-2026',
  '12.11.2026 030 12',
])('%s is removed', (number) => {
  expect(withoutTelephoneNumbers(`Call ${number} now`)).toBe('Call now');
});

it.each([
  'on 21.11.2026 at 10:30',
  '2026-11-21',
  '3/4/2026 - 5/4/2026',
  'room 101, seat 2026',
  '123456',
  '12 persons',
  'PIN 0815',
  'Ada 42',
])('keeps %s', (text) => {
  expect(withoutTelephoneNumbers(text)).toBe(text);
});

it('leaves no telephone numbers in any text', () => {
  const piece = fc.constantFrom(
    '0',
    '12',
    '7',
    '345',
    ' ',
    '-',
    '.',
    '/',
    '+',
    '(',
    ')',
    'a',
    ',',
    '21.11.2026',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(telephoneNumbersIn(withoutTelephoneNumbers(pieces.join('')))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
