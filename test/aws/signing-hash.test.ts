import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';
import { SigningHash } from '../../lambdas/aws/clients/signing-hash.ts';
import { listenOnLoopback } from '../../local/http/loopback-server.ts';

const digest = async (hash: SigningHash): Promise<string> => Buffer.from(await hash.digest()).toString('hex');

it('hashes data in one or more parts as specified in FIPS 180-4, and can be reused', async () => {
  const hash = new SigningHash();
  hash.update('a');
  hash.update(Buffer.from('bc'));
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await digest(hash)).toBe(abc);
  hash.reset();
  hash.update(Uint8Array.of(0x61, 0x62, 0x63).buffer);
  expect(await digest(hash)).toBe(abc);
});

const HI = { secret: new Uint8Array(20).fill(0x0b), data: 'Hi There' };
const JEFE = { secret: 'Jefe', data: 'what do ya want for nothing?' };
const AA = { secret: new Uint8Array(20).fill(0xaa), data: new Uint8Array(50).fill(0xdd) };

it.each([
  [HI, 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [JEFE, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [AA, '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    { ...JEFE, secret: Buffer.from('Jefe') },
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
])('signs as specified in RFC 4231, and can be reused: %j', async ({ secret, data }, expected) => {
  const hash = new SigningHash(secret);
  for (let time = 0; time < 2; time += 1) {
    hash.update(data);
    expect(await digest(hash)).toBe(expected);
    hash.reset();
  }
});

it('signs client calls as specified in the Signature Version 4 guide', async () => {
  const server = createServer();
  const { endpoint, stop } = await listenOnLoopback(server);
  const received = once(server, 'request').then(async ([request, response]) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
    return { request: request as IncomingMessage, body: Buffer.concat(chunks) };
  });
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  });
  await documentClient().send(new GetCommand({ TableName: 'forms', Key: { form_id: 'frm_1' } }));
  const { request, body } = await received;
  await stop();

  const { authorization = '', ...headers } = request.headers;
  const [, day = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      authorization,
    )!;
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = ['POST', '/', '', lines.join(''), signed, sha256(body)].join('\n');
  const scope = `${day}/eu-central-1/dynamodb/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const usedToday = hmac('AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', day);
  const key = hmac(hmac(hmac(usedToday, 'eu-central-1'), 'dynamodb'), 'aws4_request');
  expect(signed.split(';')).toEqual(expect.arrayContaining(['host', 'x-amz-date', 'x-amz-target']));
  expect(signature).toBe(hmac(key, text).toString('hex'));
});
