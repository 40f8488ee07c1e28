import { jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { signedEnvelope, signedRequest } from '../../../lambdas/webhooks/delivery/envelope.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newKeyPair } from '../../../lambdas/webhooks/signing/key-pair.ts';
import {
  newWebhook,
  newWebhookSecret,
  toWebhookView,
  type SigningWebhook,
} from '../../../lambdas/webhooks/webhook.ts';
import { newFormId } from '../../../lambdas/core/ids.ts';
import { DAY } from '../../../lambdas/core/clock.ts';
import { recipe } from '../../support/documentation/recipes.ts';

const secret = newWebhookSecret(systemRandom);
const now = Date.now();
const delivery = {
  id: 'whd_1',
  event: 'submission.created',
  attempt: 2,
  data: { payload: { name: 'Grüße 🙂' } },
} as const;

it('has the specified envelope and headers', () => {
  const { body, headers } = signedEnvelope(delivery, { secrets: [secret], privateKeys: [] }, now);
  expect(JSON.parse(body)).toEqual({
    type: 'submission.created',
    id: 'whd_1',
    created_at: new Date(now).toISOString(),
    data: delivery.data,
  });
  expect(headers).toMatchObject({
    'x-svc-event': 'submission.created',
    'x-svc-delivery': 'whd_1',
    'x-svc-attempt': '2',
    'user-agent': 'svc-Webhooks/1',
    'x-svc-hop': '1',
    'content-type': 'application/json',
  });
});

it('signs the raw bytes with the full secret', () => {
  const { body, headers } = signedEnvelope(delivery, { secrets: [secret], privateKeys: [] }, now);
  const expected = createHmac('sha256', secret).update(Buffer.from(body, 'utf8')).digest('hex');
  expect(headers['x-svc-signature']).toBe(`sha256=${expected}`);
});

it('can be verified with the public Standard Webhooks library', () => {
  const { body, headers } = signedEnvelope(delivery, { secrets: [secret], privateKeys: [] }, now);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

describe('asymmetric signatures', () => {
  const at = Date.parse('2026-01-01T00:00:00.000Z');
  const account = { owner_id: newFormId(systemRandom), account_id: 'acc_1' };
  const created = newWebhook(
    account,
    { url: 'https://hooks.example.org/', signing: 'hmac+ed25519' },
    at,
    systemRandom,
  );
  const entriesOf = (of: SigningWebhook, now: number) => {
    const { headers } = signedRequest({ delivery_id: 'whd_1', event: 'webhook.test' }, 1, of, undefined, {
      baseUrl: 'https://forms.example.com',
      now,
    });
    return headers['webhook-signature']!.split(' ');
  };

  it('use the key pair that RFC 8032 lists for its first private key', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    expect(newKeyPair(() => seed)).toEqual({
      private_key: `whsk_${seed.toString('base64')}`,
      public_key: `whpk_${Buffer.from(publicKey, 'hex').toString('base64')}`,
    });
  });

  it("match the ones in the docs and can be verified with the docs' Node example", async () => {
    const pair = newKeyPair(() => Buffer.alloc(32, 7));
    const keys = { secrets: [secret], privateKeys: [pair.private_key] };
    const vector = {
      id: 'whd_1',
      event: 'submission.created',
      attempt: 1,
      data: { payload: { name: 'Ada' } },
    };
    const { body, headers } = signedEnvelope({ ...vector, event: 'submission.created' }, keys, at);
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/automations/verify.md'), 'utf8');
    expect(docs).toContain(pair.public_key);
    expect(docs).toContain(headers['webhook-signature']!.split(' ')[1]);
    const code = Buffer.from(recipe('verify', 'js', 3)).toString('base64');
    const { verifyWithPublicKey } = (await import(`data:text/javascript;base64,${code}`)) as {
      verifyWithPublicKey(body: string, headers: Record<string, string>, key: string): boolean;
    };
    jest.useFakeTimers({ now: at });
    expect(verifyWithPublicKey(body, headers, pair.public_key)).toBe(true);
    expect(verifyWithPublicKey(`${body} `, headers, pair.public_key)).toBe(false);
    expect(verifyWithPublicKey(body, headers, created.public_key!)).toBe(false);
    jest.setSystemTime(at + 301_000);
    expect(verifyWithPublicKey(body, headers, pair.public_key)).toBe(false);
    jest.useRealTimers();
  });

  it('follow the symmetric signatures, newest first, and stop after a day', () => {
    const until = new Date(at + DAY).toISOString();
    const rotated = {
      ...created,
      ...newKeyPair(systemRandom),
      secret: newWebhookSecret(systemRandom),
      previous_secret: created.secret,
      previous_private_key: created.private_key,
      previous_public_key: created.public_key,
      previous_until: until,
    };
    const kinds = (now: number) => entriesOf(rotated, now).map((entry) => entry.split(',')[0]);
    expect(kinds(at)).toEqual(['v1', 'v1', 'v1a', 'v1a']);
    expect(kinds(at + DAY)).toEqual(['v1', 'v1a']);
    expect(toWebhookView(rotated, null, at)).toMatchObject({
      signing: 'hmac+ed25519',
      public_key: rotated.public_key,
      previous_public_key: created.public_key,
      previous_until: until,
    });
    expect(toWebhookView(rotated, null, at + DAY)).toMatchObject({
      public_key: rotated.public_key,
      previous_public_key: null,
      previous_until: null,
    });
  });

  it('are left out if signing is "hmac" or if the key pair was lost', () => {
    const off = { ...created, signing: 'hmac' as const };
    expect(entriesOf(off, at)).toHaveLength(1);
    expect(toWebhookView(off, null, at)).toMatchObject({ signing: 'hmac', public_key: null });
    expect(entriesOf({ ...created, private_key: undefined }, at)).toHaveLength(1);
  });
});
