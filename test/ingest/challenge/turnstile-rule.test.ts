import {
  assertChallengePassed,
  type ChallengeResponse,
  type ChallengeVerdict,
} from '../../../lambdas/ingest/challenge/turnstile.ts';
import { TurnstileFailed } from '../../../lambdas/core/errors/errors.ts';

const form = {
  form_id: 'frm_0123456789',
  allowed_origins: [] as string[],
  challenge_secret: 'the secret' as string | null,
};
const attempt = { token: 'a token', sourceIp: '203.0.113.7', once: undefined };
const passed: ChallengeVerdict = { passed: true, hostname: 'www.example.com' };
let random = 0;
const randomBytes = (count: number) => new Uint8Array(count).fill((random += 1));

function verifierThat(verdict: ChallengeVerdict) {
  const asked: ChallengeResponse[] = [];
  const verify = (response: ChallengeResponse) => {
    asked.push(response);
    return Promise.resolve(verdict);
  };
  return { asked, verify };
}

const check = (
  of: Partial<typeof form>,
  given: Partial<{ token: string | undefined; once: { digest: string } }>,
  verify: (response: ChallengeResponse) => Promise<ChallengeVerdict>,
) => assertChallengePassed({ ...form, ...of }, { ...attempt, ...given }, verify, randomBytes);

it('sends the token with the secret, the address, and a UUID', async () => {
  const { asked, verify } = verifierThat(passed);
  await check({}, {}, verify);
  expect(asked).toEqual([
    {
      secret: 'the secret',
      token: 'a token',
      remoteIp: '203.0.113.7',
      idempotencyKey: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
    },
  ]);
});

it.each([
  ['no token', { token: undefined }],
  ['an empty token', { token: '' }],
  ['a token longer than 2,048 characters', { token: 'x'.repeat(2049) }],
])('refuses %s without sending a request', async (_, given) => {
  const { asked, verify } = verifierThat(passed);
  await expect(check({}, given, verify)).rejects.toThrow(TurnstileFailed);
  expect(asked).toEqual([]);
});

it('accepts a token of 2,048 characters', async () => {
  const { asked, verify } = verifierThat(passed);
  await check({}, { token: 'x'.repeat(2048) }, verify);
  expect(asked).toHaveLength(1);
});

it('refuses a failed challenge and hides the reason from the sender', async () => {
  const { verify } = verifierThat({ passed: false, reason: 'invalid-input-secret' });
  const refused = check({}, {}, verify);
  await expect(refused).rejects.toMatchObject({ slug: 'turnstile-failed', reason: 'invalid-input-secret' });
  await expect(refused).rejects.toThrow(/couldn’t verify that you’re human/);
});

it.each([
  ['http://www.example.com:8080', true],
  ['https://other.example', false],
  ['https://*.example.com', true],
  ['https://*.www.example.com', false],
])('accepts a challenge only from the hosts in allowed_origins (%s)', async (origin, isAllowed) => {
  const { verify } = verifierThat(passed);
  const checked = check({ allowed_origins: [origin] }, {}, verify);
  await (isAllowed ? checked : expect(checked).rejects.toThrow(TurnstileFailed));
});

it('fails if origins are configured but the verdict names no host', async () => {
  const { verify } = verifierThat({ passed: true, hostname: undefined });
  await expect(check({ allowed_origins: ['https://a.example'] }, {}, verify)).rejects.toThrow(
    TurnstileFailed,
  );
});

it('uses the same UUID again only for a repeated submission', async () => {
  const { asked, verify } = verifierThat(passed);
  await check({}, { once: { digest: 'k' } }, verify);
  await check({}, { once: { digest: 'k' } }, verify);
  await check({}, { once: { digest: 'other' } }, verify);
  await check({}, { once: { digest: 'k' }, token: 'another token' }, verify);
  await check({ form_id: 'frm_9999999999' }, { once: { digest: 'k' } }, verify);
  await check({}, {}, verify);
  await check({}, {}, verify);
  const [first, second, ...others] = asked.map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(6);
});
