/** Verifies the signature of a DynamoDB call as AWS does (Signature Version 4), because the emulator doesn't. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

it('signs its calls with the credentials and the region of the environment', async () => {
  const received: { authorization: string; expected: string; token: unknown }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { headers } = request;
      const authorization = headers.authorization ?? '';
      const [, date = '', signed = ''] =
        /AKIDEXAMPLE\/(\d+)\/.*SignedHeaders=([^,]+)/.exec(authorization) ?? [];
      const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
      const canonical = ['POST', '/', '', lines.join(''), signed, sha256(body)].join('\n');
      const scope = `${date}/eu-central-1/dynamodb/aws4_request`;
      const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
      const key = [date, 'eu-central-1', 'dynamodb', 'aws4_request'].reduce<string | Buffer>(
        hmac,
        'AWS4secret',
      );
      const expected = `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
      received.push({ authorization, expected, token: headers['x-amz-security-token'] });
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const db = documentClient();
  for (const counter of ['a', 'b'])
    await db.send(new GetCommand({ TableName: 'Counters', Key: { counter } }));
  db.destroy();
  server.close();
  expect(received).toHaveLength(2);
  for (const { authorization, expected, token } of received)
    expect([authorization, token]).toEqual([expected, 'session']);
});
