import { createHmac } from 'node:crypto';
import { verifyDelivery } from '../../../packages/n8n-nodes-svc-forms/nodes/SvcFormsTrigger/signed-delivery.ts';

// Uses the example from the Standard Webhooks specification, with our envelope as the body.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const KEY = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const ID = 'whd_1';
const AT = 1_795_332_000;
const BODY = Buffer.from(
  `{"type":"submission.created","id":"${ID}","created_at":"2026-11-22T07:00:00.000Z","data":{"name":"Grüße"}}`,
);
const NOW = { now: AT * 1000, toleranceSeconds: 300 };

const signature = (id: string, at: number | string, body: Buffer, key = KEY): string =>
  `v1,${createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${id}.${at}.`), body]))
    .digest('base64')}`;

interface Sent {
  id?: string;
  at?: number | string;
  /** The body that is signed. */
  body?: Buffer;
  /** The body that is received. Defaults to the signed body. */
  sent?: Buffer;
  signatures?: string;
}

function request({ id = ID, at = AT, body = BODY, sent = body, signatures = '' }: Sent = {}) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures || signature(id, at, body),
  };
  return { headers, body: sent };
}

it('accepts a request with a valid signature', () => {
  expect(verifyDelivery(request(), SECRET, NOW)).toEqual({
    event: {
      id: ID,
      type: 'submission.created',
      created_at: '2026-11-22T07:00:00.000Z',
      data: { name: 'Grüße' },
    },
  });
});

it('accepts a request if one of several signatures is valid, as after a rotation', () => {
  const wrong = signature(ID, AT, BODY, Buffer.from('another key'));
  const right = signature(ID, AT, BODY);
  for (const signatures of [`${wrong} ${right}`, `${right} ${wrong}`, `v1a,abc ${right}`])
    expect(verifyDelivery(request({ signatures }), SECRET, NOW)).toHaveProperty('event');
});

it.each([
  ['another body', request({ sent: Buffer.from(BODY.toString().replace('Grüße', 'Eve')) })],
  // The JSON is equivalent when parsed, but its bytes differ.
  ['the same JSON as different bytes', request({ sent: Buffer.from(`${BODY.toString()} `) })],
  ['a signature made with another key', request({ signatures: signature(ID, AT, BODY, Buffer.from('x')) })],
  [
    'a signature with a different version',
    request({ signatures: signature(ID, AT, BODY).replace('v1,', 'v2,') }),
  ],
  ['a signature that is too short', request({ signatures: 'v1,abcd' })],
  ['a signature without a version', request({ signatures: signature(ID, AT, BODY).slice(3) })],
])('refuses %s', (_, of) => {
  expect(verifyDelivery(of, SECRET, NOW)).toEqual({ refused: 'The signature is invalid.' });
});

it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s', (name) => {
  const { headers, body } = request();
  for (const value of [undefined, '', ['a', 'b']])
    expect(verifyDelivery({ headers: { ...headers, [name]: value }, body }, SECRET, NOW)).toEqual({
      refused: 'The request has no signature.',
    });
});

it('refuses timestamps that are too old, in the future, or invalid, to the second', () => {
  const at = (seconds: number) => verifyDelivery(request({ at: AT + seconds }), SECRET, NOW);
  expect([at(-300), at(300)].every((result) => 'event' in result)).toBe(true);
  expect([at(-301), at(301)].every((result) => 'refused' in result)).toBe(true);
  for (const time of ['NaN', '1e9', `${AT}.5`, '-1', 'now'])
    expect(verifyDelivery(request({ at: time }), SECRET, NOW)).toHaveProperty('refused');
});

it("refuses a body that isn't an event or that belongs to another delivery", () => {
  for (const text of [
    '',
    'no json',
    '[]',
    '{"text":"A message for Slack"}',
    BODY.toString().replace(ID, 'whd_2'),
  ])
    expect(verifyDelivery(request({ body: Buffer.from(text) }), SECRET, NOW)).toEqual({
      refused: 'The body is not an event. The webhook must have the format "standard".',
    });
});
