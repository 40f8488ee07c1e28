/** Tests which fields of a submission match a person (docs/specification.md, "Data requests"). */
import { addressesIn, addressFinder, matcherOf } from '../../lambdas/data-requests/person-matcher.ts';
import { Random } from '../simulation/random.ts';
import { expectLinear } from '../support/linear-cost.ts';

describe('an address', () => {
  const contains = addressFinder('ada@example.com');

  it.each([
    'ada@example.com',
    'ADA@Example.COM',
    ' ada@example.com ',
    'Write to ada@example.com.',
    'Write to ada@example.com...',
    'ada@example.com, bob@example.com',
    '<ada@example.com>',
    'mailto:ada@example.com?subject=Hi',
    '"Ada" (ada@example.com)',
    'ada@example.com\nsecond line',
    'ada@example.com/path',
    'xada@example.com ada@example.com',
  ])('is found in %j', (text) => {
    expect(contains(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@example.co',
    'ada@example.com.au',
    'ada@example.community',
    'ada@example.com-x',
    'ada@example.com_x',
    'ada@example.com@example.org',
    'nada@example.com',
    'é' + 'ada@example.com',
    'x.ada@example.com',
    '.ada@example.com',
    'x+ada@example.com',
    'x-ada@example.com',
    'x_ada@example.com',
    'a@ada@example.com',
    'ada+news@example.com',
    'a.da@example.com',
    'ada@mail.example.com',
    'ada @example.com',
  ])('is not found in %j', (text) => {
    expect(contains(text)).toBe(false);
  });

  it("is listed among a text's addresses if and only if it is found there", () => {
    const parts = ['x', "'", '@', 'example.com', '.', '-', '+', ' ', 'é', '<', ':', 'A', '/'];
    const random = new Random(1);
    const some = (): string =>
      Array.from({ length: random.between(0, 2) }, () => random.pick(parts)).join('');
    const wanted = ['ada@example.com', "'ada@example.com", "x'ada@example.com", 'x@example.com'].map(
      (address) => ({ address, isIn: addressFinder(address) }),
    );
    let found = 0;
    const wrong: string[] = [];
    for (let count = 0; count < 20_000; count += 1) {
      const text = `${some()}ada@example.com${some()}`;
      const listed = addressesIn(text);
      for (const { address, isIn } of wanted) {
        if (isIn(text) !== listed.includes(address)) wrong.push(`${address} in ${text}`);
        found += Number(isIn(text));
      }
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(1000);
    expect(addressesIn('Ada <ADA@müller.example>, bob@example.org.')).toEqual([
      'ada@xn--mller-kva.example',
      'bob@example.org',
    ]);
  });

  it('is found whether its domain is written in Unicode or ASCII', () => {
    for (const wanted of ['ada@müller.example', 'ada@xn--mller-kva.example']) {
      const finds = addressFinder(wanted);
      expect(finds('Mail: ada@MÜLLER.example.')).toBe(true);
      expect(finds('ada@xn--mller-kva.example')).toBe(true);
      expect(finds('ada@mueller.example')).toBe(false);
    }
  });

  it.each(['ada@', 'ada@example.com.au ', 'ada@example.com.', 'ada@müller.'])(
    'is searched for in linear time in text that repeats %j',
    (text) => expectLinear((factor) => () => contains(text.repeat(factor * 20_000))),
  );
});

const submission = {
  payload: new Map([
    ['name', 'Ada Lovelace'],
    ['email', 'ada@example.com'],
    ['message', 'My address is ada@example.com. Straße 5'],
  ]),
  attachments: [
    { file_id: 'file_1', field: 'cv', name: 'ada@example.com.pdf', content_type: 'application/pdf', size: 1 },
    { file_id: 'file_2', field: 'photo', name: 'Élodie.png', content_type: 'image/png', size: 1 },
  ],
  note: 'Called ada@example.com',
  notification: { reply_to: 'ada@example.com' },
} as unknown as Parameters<ReturnType<typeof matcherOf>>[0];

it('names the fields that contain the address', () => {
  expect(matcherOf({ email: 'ada@example.com' })(submission)).toEqual([
    'email',
    'message',
    '_replyto',
    '$note',
  ]);
  expect(matcherOf({ email: 'bob@example.com' })(submission)).toEqual([]);
});

it('finds an address in a file name', () => {
  const named = { ...submission, attachments: [{ ...submission.attachments[0]!, name: 'ada@example.com' }] };
  expect(matcherOf({ email: 'ada@example.com' })(named)).toContain('cv');
});

it('requires every word to occur in some field, ignoring case and accents', () => {
  expect(matcherOf({ terms: ['LOVELACE', 'elodie'] })(submission)).toEqual(['name', 'photo']);
  expect(matcherOf({ terms: ['strasse', 'called'] })(submission)).toEqual(['message', '$note']);
  expect(matcherOf({ terms: ['lovelace', 'babbage'] })(submission)).toEqual([]);
});

it('does not search field names', () => {
  expect(matcherOf({ terms: ['message'] })(submission)).toEqual([]);
});
