import { gzipSync } from 'node:zlib';
import { newApiKey, type ApiKey } from '../../../lambdas/auth/keys/api-key.ts';
import { revocationForm, tokenForm } from '../../../lambdas/connections/oauth/oauth.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { authenticateClient, oauthForm } from '../../../lambdas/connections/oauth/oauth-request.ts';
import { gatewayEvent } from '../../support/service/gateway-event.ts';

const post = (body: unknown, headers?: Record<string, string>) =>
  gatewayEvent({ method: 'POST', path: '/oauth/token', body, ...(headers && { headers }) });
const form = (text: string) => oauthForm(post(new URLSearchParams(text)), tokenForm);
const AT = Date.parse('2026-11-05T10:00:00.000Z');
const refusal = (error: string) => expect.objectContaining({ name: 'OauthRefusal', error }) as Error;

describe('the body of a token request', () => {
  test('is parsed and ignores unknown parameters', async () => {
    expect(await form('grant_type=client_credentials&scope=read+write&audience=x')).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
    });
  });

  test('treats a parameter without a value as absent', async () => {
    expect(await form('grant_type=x&scope=&client_id=')).toEqual({ grant_type: 'x' });
    await expect(form('grant_type=')).rejects.toThrow(refusal('invalid_request'));
  });

  test('must not repeat a parameter', async () => {
    await expect(form('grant_type=x&scope=read&scope=write')).rejects.toThrow(refusal('invalid_request'));
  });

  test('must be form-encoded', async () => {
    await expect(oauthForm(post({ grant_type: 'x' }), tokenForm)).rejects.toThrow(refusal('invalid_request'));
    await expect(oauthForm(post(undefined), tokenForm)).rejects.toThrow(refusal('invalid_request'));
    const charset = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
    expect(await oauthForm(post(Buffer.from('grant_type=x'), charset), tokenForm)).toEqual({
      grant_type: 'x',
    });
  });

  test('gets an error that names a missing parameter', async () => {
    await expect(oauthForm(post(new URLSearchParams('a=b')), revocationForm)).rejects.toThrow(
      'Missing: token.',
    );
  });

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const fullBody = `grant_type=x&client_id=${'y'.repeat(8192 - 'grant_type=x&client_id='.length)}`;

  test.each([true, false])('can be at most 8 KB (base64: %s)', async (isBase64Encoded) => {
    const event = (text: string) => ({
      ...post(undefined, headers),
      body: isBase64Encoded ? Buffer.from(text).toString('base64') : text,
      isBase64Encoded,
    });
    expect(await oauthForm(event(fullBody), tokenForm)).toMatchObject({ grant_type: 'x' });
    await expect(oauthForm(event(`${fullBody}y`), tokenForm)).rejects.toThrow(
      expect.objectContaining({ error: 'invalid_request', slug: 'body-too-large' }),
    );
    await expect(oauthForm(event('a&'.repeat(4000)), tokenForm)).rejects.toThrow(
      expect.objectContaining({ error: 'invalid_request', slug: 'body-too-large' }),
    );
  });

  test('can be compressed but must not exceed 8 KB when decompressed', async () => {
    const sent = (bytes: Buffer, encoding: string) =>
      oauthForm(post(bytes, { ...headers, 'content-encoding': encoding }), tokenForm);
    expect(await sent(gzipSync('grant_type=x'), 'gzip')).toEqual({ grant_type: 'x' });
    await expect(sent(gzipSync(`${fullBody}y`), 'gzip')).rejects.toThrow(
      expect.objectContaining({ error: 'invalid_request', slug: 'body-too-large' }),
    );
    await expect(sent(Buffer.from('grant_type=x'), 'zstd')).rejects.toThrow(
      expect.objectContaining({ error: 'invalid_request', slug: 'unsupported-encoding' }),
    );
  });
});

describe('client credentials', () => {
  const { key: secret, stored } = newApiKey(
    { account_id: 'acc_1', cursor_key: 'x' },
    { type: 'management', name: 'CI' },
    0,
    systemRandom,
  );
  const id = stored.key_id;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  let reads: string[];
  const keysOf = (found: ApiKey | undefined) => ({
    findKey: (hash: string) => {
      reads.push(hash);
      return Promise.resolve(found);
    },
  });
  const keys = keysOf(stored);
  const stores = { keys, apps: { find: () => Promise.resolve(undefined) } };
  beforeEach(() => {
    reads = [];
  });

  test.each([
    ['in the form', undefined, { client_id: id, client_secret: secret }],
    ['as Basic credentials', basic(`${id}:${secret}`), {}],
    [
      'as Basic credentials, percent-encoded',
      basic(`${id.replace('_', '%5F')}:${secret.replaceAll('_', '%5f')}`),
      {},
    ],
    ['as Basic credentials, with the ID also in the form', basic(`${id}:${secret}`), { client_id: id }],
  ])('are accepted %s', async (_, header, inForm) => {
    expect(await authenticateClient(header, inForm, stores, AT)).toEqual({ kind: 'key', key: stored });
    expect(reads).toEqual([stored.key_hash]);
  });

  test.each([
    ['with a secret in both places', { client_id: id, client_secret: secret }],
    ['with a second secret', { client_secret: secret }],
    ['with two IDs', { client_id: 'key_other' }],
  ])('are refused %s', async (_, inForm) => {
    await expect(authenticateClient(basic(`${id}:${secret}`), inForm, stores, AT)).rejects.toThrow(
      refusal('invalid_request'),
    );
    expect(reads).toEqual([]);
  });

  test.each([
    ['nothing', undefined, {}],
    ['only an ID', undefined, { client_id: id }],
    ['only a secret', undefined, { client_secret: secret }],
    ['a Bearer token', `Bearer ${secret}`, {}],
    ['Basic without a colon', basic(secret), {}],
    ["Basic that isn't base64", 'Basic ***', {}],
    ['Basic with broken percent-encoding', basic(`${id}:%zz`), {}],
    ["a secret that isn't a key", undefined, { client_id: id, client_secret: 'secret' }],
    ['a mistyped secret', undefined, { client_id: id, client_secret: `${secret.slice(0, -1)}!` }],
  ])('are refused without a database lookup: %s', async (_, header, inForm) => {
    await expect(authenticateClient(header, inForm, stores, AT)).rejects.toThrow(refusal('invalid_client'));
    expect(reads).toEqual([]);
  });

  test('get the same error for an unknown client, a wrong secret, a revoked key, and an expired key', async () => {
    const messages = await Promise.all(
      [
        { inForm: { client_id: id, client_secret: secret }, found: undefined },
        { inForm: { client_id: 'key_other', client_secret: secret }, found: stored },
        { inForm: { client_id: id, client_secret: secret }, found: { ...stored, revoked_at: 'now' } },
        {
          inForm: { client_id: id, client_secret: secret },
          found: { ...stored, expires_at: '2026-11-05T10:00:00.000Z' },
        },
      ].map(({ inForm, found }) =>
        authenticateClient(undefined, inForm, { ...stores, keys: keysOf(found) }, AT).catch(
          (error: unknown) => String(error),
        ),
      ),
    );
    expect(new Set(messages).size).toBe(1);
  });
});
