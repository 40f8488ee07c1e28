import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { blockedScore } from '../../lambdas/spam/score-post.ts';
import { isAllowed } from '../../lambdas/spam/lists.ts';
import { spamSettingsInput } from '../../lambdas/spam/spam-settings.ts';

const post = (text: string) => payloadOfPairs([['message', text]]);

it.each([
  ['casino', 'A CASINO!', true],
  ['casino', 'casinos', false],
  ['cheap watches', 'Cheap\n watches, today', true],
  ['cheap watches', 'cheap gold watches', false],
  ['казино', 'Лучшее КАЗИНО', true],
  ['bob@spam.example', 'bob@spam.example', true],
  ['bob@spam.example', 'write to <Bob@Spam.example>.', true],
  ['bob@spam.example', 'alice@spam.example', false],
  ['bob@spam.example', 'notbob@spam.example', false],
  ['spam.example', 'alice@spam.example', true],
  ['spam.example', 'alice@mail.spam.example', true],
  ['@spam.example', 'see https://www.spam.example/x?y', true],
  ['spam.example', 'go to spam.example.', true],
  ['müller.example', 'see https://www.müller.example/', true],
  ['müller.example', 'see https://www.xn--mller-kva.example/', true],
  ['spam.example', 'notspam.example', false],
  ['spam.example', 'spam.example.org', false],
])('blocks by %j: %j: %s', (entry, text, expected) => {
  expect(blockedScore(post(text), { blocked: ['other', entry] })).toEqual(
    expected
      ? { score: 100, reasons: [{ code: 'blocked', points: 100, detail: `This form blocks "${entry}".` }] }
      : undefined,
  );
});

it('scans every value to its end', () => {
  const payload = payloadOfPairs([
    ['a', 'word '.repeat(40_000)],
    ['b', `${'word '.repeat(10_000)}casino`],
  ]);
  expect(blockedScore(payload, { blocked: ['casino'] })).toMatchObject({ score: 100 });
});

it.each([
  ['ada@good.example', 'ada@good.example', true],
  ['good.example', 'Ada@Mail.Good.example', true],
  ['good.example', 'I know ada@good.example', false],
  ['good.example', 'ada@notgood.example', false],
  ['müller.example', 'ada@müller.example', true],
  ['xn--mller-kva.example', 'ada@müller.example', true],
])('allows by %j: %j: %s', (entry, text, expected) => {
  expect(isAllowed(post(text), [entry])).toBe(expected);
});

it.each([
  [{ threshold: 0 }, ['threshold']],
  [{ threshold: 101 }, ['threshold']],
  [{ threshold: 60.5 }, ['threshold']],
  [{ mode: 'delete' }, ['mode']],
  [{ blocked: [''] }, ['blocked', 0]],
  [{ blocked: ['!!!'] }, ['blocked', 0]],
  [{ blocked: ['two\nlines'] }, ['blocked', 0]],
  [{ blocked: ['x'.repeat(101)] }, ['blocked', 0]],
  [{ blocked: Array(101).fill('x') }, ['blocked']],
  [{ allowed: ['ada@good.example', 'word'] }, ['allowed', 1]],
  [{ allowed: Array(101).fill('x.example') }, ['allowed']],
  [{ more: true }, []],
])('refuses the settings %j', (input, path) => {
  expect(spamSettingsInput.safeParse(input).error?.issues[0]?.path).toEqual(path);
});
