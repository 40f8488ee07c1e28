import { turnstile } from '../../../lambdas/ingest/challenge/turnstile-client.ts';
import { startSiteverify, type FakeSiteverify } from '../../support/receivers/siteverify.ts';

let siteverify: FakeSiteverify;
beforeAll(async () => {
  siteverify = await startSiteverify();
});
afterAll(() => siteverify.stop());

const challenge = {
  secret: 'the secret',
  token: 'good token',
  remoteIp: '203.0.113.7',
  idempotencyKey: '6e5f6c4e-0d3b-4c39-9f0a-5f0c8e0a1b2c',
};
const verify = () => turnstile(siteverify.url, { timeoutMs: 300 })(challenge);

it('sends the secret, response, remoteip, and idempotency_key', async () => {
  siteverify.behave(() => ({ success: true, hostname: 'www.example.com' }));
  expect(await verify()).toEqual({ passed: true, hostname: 'www.example.com' });
  expect(siteverify.questions).toEqual([
    {
      secret: 'the secret',
      response: 'good token',
      remoteip: '203.0.113.7',
      idempotency_key: '6e5f6c4e-0d3b-4c39-9f0a-5f0c8e0a1b2c',
    },
  ]);
});

it("returns the reason for a refusal and doesn't retry", async () => {
  siteverify.behave(() => ({ success: false, 'error-codes': ['timeout-or-duplicate'] }));
  expect(await verify()).toEqual({ passed: false, reason: 'timeout-or-duplicate' });
  expect(siteverify.questions).toHaveLength(1);
});

it.each([
  ['drops the connection', (response: { destroy(): void }) => response.destroy()],
  ['does not respond in time', () => undefined],
  ['sends half a response', (response: { write(text: string): void }) => response.write('{"success":')],
  [
    'sends something other than JSON',
    (response: { statusCode: number; end(text: string): void }) => {
      response.statusCode = 502;
      response.end('<html>Bad gateway</html>');
    },
  ],
  [
    'reports an internal error',
    (response: { end(text: string): void }) =>
      response.end('{"success":false,"error-codes":["internal-error"]}'),
  ],
] as const)('retries once with the same key if siteverify %s', async (_, misbehave) => {
  let asked = 0;
  siteverify.behave((_question, response) => {
    asked += 1;
    if (asked > 1) return { success: true, hostname: 'www.example.com' };
    (misbehave as (of: typeof response) => unknown)(response);
    return undefined;
  });
  expect(await verify()).toMatchObject({ passed: true });
  expect(siteverify.questions).toHaveLength(2);
  expect(siteverify.questions[1]).toEqual(siteverify.questions[0]);
});

it('fails a challenge if the second attempt returns no verdict', async () => {
  siteverify.behave((_question, response) => void response.destroy());
  expect(await verify()).toEqual({ passed: false, reason: 'no verdict' });
  expect(siteverify.questions).toHaveLength(2);
});

it('sends the secret only to siteverify, even after a redirect', async () => {
  siteverify.behave((_question, response) => {
    response.statusCode = 307;
    response.setHeader('location', `${siteverify.url}/elsewhere`);
    response.end();
    return undefined;
  });
  expect(await verify()).toEqual({ passed: false, reason: 'no verdict' });
  expect(siteverify.questions).toHaveLength(2);
});

it("fails the challenge if siteverify can't be reached", async () => {
  expect(await turnstile('http://127.0.0.1:1/siteverify')(challenge)).toMatchObject({ passed: false });
});
