import * as fc from 'fast-check';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { isDisposableDomain } from '../../lambdas/spam/disposable-domains.ts';
import { spamDecisionOf, softScore, softSigns } from '../../lambdas/spam/score-post.ts';
import { scriptReport } from '../../lambdas/spam/script-report.ts';
import { contentSigns } from '../../lambdas/spam/soft-signs.ts';

const pointsOf = (fields: Record<string, string>) => {
  const reasons = contentSigns(payloadOfPairs(Object.entries(fields)), isDisposableDomain);
  return Object.fromEntries(reasons.map(({ code, points }) => [code, points]));
};

describe("the visitor's input", () => {
  it.each([
    ['a plain question', { name: 'Ada Lovelace', message: 'Do you ship to Malta?' }, {}],
    ['two links', { message: 'See https://a.example and www.b.example' }, {}],
    ['three links', { message: 'https://a.example http://b.example www.c.example' }, { 'many-links': 15 }],
    [
      'links in several fields',
      { a: 'https://a.example', b: 'https://b.example', c: 'HTTPS://C.EXAMPLE' },
      { 'many-links': 15 },
    ],
    ['a link as a name', { name: 'https://cheap.example' }, { 'link-in-name': 15 }],
    [
      'a link in a name field in another language',
      { Фамилия: 'зайди на www.cheap.example' },
      { 'link-in-name': 15 },
    ],
    ["a link in a field that isn't a name field", { website: 'https://ada.example' }, {}],
    ['a random name', { 'first-name': 'XkJhQzRtPwL' }, { 'random-name': 15 }],
    ['one spam phrase', { message: 'We sell quality backlinks.' }, { keyword: 10 }],
    ['a disposable address', { email: 'bob@mailinator.com' }, { 'disposable-address': 20 }],
    [
      'an address at a subdomain of a disposable domain',
      { email: 'bob@eu.mailinator.com' },
      { 'disposable-address': 20 },
    ],
    ['a disposable address in the text', { message: 'I got spam from bob@mailinator.com' }, {}],
    ['look-alike letters', { message: '𝗼𝗻𝗹𝗶𝗻𝗲 𝗰𝗮𝘀𝗶𝗻𝗼' }, { keyword: 10 }],
    ['a word split by invisible characters', { message: 'online ca\u200Bsino' }, { keyword: 10 }],
  ])('%s', (_, fields, expected) => {
    expect(pointsOf(fields)).toEqual(expected);
  });

  it('counts at most two spam phrases', () => {
    const message = 'SEO services, guest post, payday loan and viagra';
    const reasons = contentSigns(payloadOfPairs([['message', message]]), isDisposableDomain);
    expect(reasons).toEqual([
      { code: 'keyword', points: 10, detail: 'The text contains a typical spam phrase: "seo services".' },
      { code: 'keyword', points: 10, detail: 'The text contains a typical spam phrase: "guest post".' },
    ]);
  });

  it('adds at most 35 points by reducing the points of the last reasons', () => {
    const fields = {
      name: 'https://x.example',
      email: 'bob@mailinator.com',
      message: 'https://a.example https://b.example payday loan',
    };
    expect(pointsOf(fields)).toEqual({ 'disposable-address': 20, 'many-links': 15 });
    const { email: _, ...rest } = fields;
    expect(pointsOf(rest)).toEqual({ 'many-links': 15, 'link-in-name': 15, keyword: 5 });
  });

  it('never adds more than 35 points', () => {
    const pieces = [
      'https://a.example',
      'viagra',
      'XkJhQzRtPwL',
      'a@mailinator.com',
      'seo services',
      'hello',
      ' ',
    ];
    const value = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((all) => all.join(' '));
    const field = fc.tuple(fc.oneof(fc.constantFrom('name', 'email', 'nombre'), fc.string()), value);
    fc.assert(
      fc.property(fc.array(field, { maxLength: 20 }), (fields) => {
        const reasons = contentSigns(payloadOfPairs(fields), isDisposableDomain);
        const sum = reasons.reduce((all, { points }) => all + points, 0);
        expect(sum).toBeLessThanOrEqual(35);
        expect(reasons.every(({ points }) => points > 0)).toBe(true);
      }),
    );
  });
});

it.each([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'freenet.de',
  'proton.me',
  'protonmail.com',
  'libero.it',
  'mail.ru',
  'yandex.ru',
  'orange.fr',
  'simplelogin.com',
])('%s is a common mail provider', (domain) => {
  expect(isDisposableDomain(domain)).toBe(false);
});

describe("the script's report", () => {
  it.each([
    [{}, {}],
    [{ _svc_elapsed_ms: '1999' }, { 'filled-too-fast': 25 }],
    [{ _svc_elapsed_ms: '0' }, { 'filled-too-fast': 25 }],
    [{ _svc_elapsed_ms: '2000' }, {}],
    [{ _svc_elapsed_ms: '' }, {}],
    [{ _svc_elapsed_ms: '-5' }, {}],
    [{ _svc_elapsed_ms: '1e2' }, {}],
    [{ _svc_webdriver: 'true' }, { webdriver: 30 }],
    [{ _svc_webdriver: '1' }, { webdriver: 30 }],
    [{ _svc_webdriver: 'false' }, {}],
  ])('%j', (posted: Record<string, string>, expected) => {
    const script = scriptReport(payloadOfPairs(Object.entries(posted)));
    const { reasons } = softSigns(
      { payload: new Map(), script, model: undefined },
      { allowed: [] },
      () => false,
    );
    expect(Object.fromEntries(reasons.map(({ code, points }) => [code, points]))).toEqual(expected);
  });
});

describe('the spam score', () => {
  const script = { elapsedMs: 100, webdriver: true };
  const payload = payloadOfPairs([['email', 'ada@mailinator.com']]);
  const signsWith = (allowed: string[]) =>
    softSigns({ payload, script, model: undefined }, { allowed }, isDisposableDomain);

  it('is the sum of its reasons, but at most 100', () => {
    expect(softScore(signsWith([]), false)).toEqual({
      score: 75,
      reasons: [
        {
          code: 'webdriver',
          points: 30,
          detail: "The page's script reported that the browser was automated.",
        },
        { code: 'filled-too-fast', points: 25, detail: 'The form was sent 100 ms after it was shown.' },
        {
          code: 'disposable-address',
          points: 20,
          detail: 'The address belongs to a disposable e-mail service: "mailinator.com".',
        },
      ],
    });
    const repeated = softScore(signsWith([]), true);
    expect(repeated).toMatchObject({
      score: 100,
      reasons: [{ code: 'repeated-text', points: 40 }, {}, {}, {}],
    });
  });

  it.each([['ada@mailinator.com'], ['mailinator.com'], ['@MAILINATOR.com']])(
    'is zero for the allowed %s',
    (entry) => {
      expect(softScore(signsWith([entry]), true)).toEqual({ score: 0, reasons: [] });
    },
  );

  it.each([
    ['observe', 1, 'no'],
    ['file', 75, 'yes'],
    ['file', 76, 'perhaps'],
    ['file', 100, 'perhaps'],
  ] as const)('moves submissions to spam in mode %s with threshold %i: %s', (mode, threshold, expected) => {
    expect(spamDecisionOf(signsWith([]), { mode, threshold })).toBe(expected);
    expect(spamDecisionOf(signsWith(['mailinator.com']), { mode, threshold })).toBe('no');
  });

  it("ignores submissions that couldn't reach the threshold even with repeated text", () => {
    const few = softSigns(
      { payload: new Map(), script: { elapsedMs: undefined, webdriver: false }, model: undefined },
      { allowed: [] },
      () => false,
    );
    expect(spamDecisionOf(few, { mode: 'file', threshold: 41 })).toBe('no');
    expect(spamDecisionOf(few, { mode: 'file', threshold: 40 })).toBe('perhaps');
  });
});
