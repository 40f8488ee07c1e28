/** Tests reading secrets by reference: the signed request, both stores, and failures. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readSecret } from '../../lambdas/aws/secret.ts';

const SECRET = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:oidc-AbCdEf';
const PARAMETER = 'arn:aws:ssm:eu-west-1:123456789012:parameter/forms/oidc';
const KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const received: Received[] = [];
/** Strings are sent unchanged, and all other bodies as JSON. */
let answers: [status: number, body: object | string][] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ headers: request.headers, body });
    const [status, answer] = answers.shift() ?? [500, {}];
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});
let endpoint = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received.length = 0;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_SSM: endpoint,
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: KEY,
    AWS_SESSION_TOKEN: 'session',
  });
});
afterEach(() => {
  delete process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'];
  delete process.env['AWS_ENDPOINT_URL_SSM'];
  delete process.env['AWS_SESSION_TOKEN'];
});

/** Computes a signature as documented by AWS ("Create a signed AWS API request"). */
function signatureOf({ headers, body }: Received, region: string, service: string): string {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
  const time = String(headers['x-amz-date']);
  const day = time.slice(0, 8);
  const [, signed = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const canonicalHeaders = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('');
  const canonical = ['POST', '/', '', canonicalHeaders, signed, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${KEY}`, day), region), service), 'aws4_request');
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

it("reads a secret from Secrets Manager in the secret's region, with a signed request", async () => {
  answers = [[200, { ARN: SECRET, SecretString: 'the secret', CreatedDate: 1_700_000_000.5 }]];
  expect(await readSecret(SECRET)).toEqual({ value: 'the secret', storedAt: 1_700_000_000_500 });
  const [request] = received;
  expect(request!.headers).toMatchObject({
    'x-amz-target': 'secretsmanager.GetSecretValue',
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-security-token': 'session',
  });
  expect(JSON.parse(request!.body)).toEqual({ SecretId: SECRET });
  expect(request!.headers.authorization).toContain('host;x-amz-');
  expect(request!.headers.authorization).toBe(signatureOf(request!, 'eu-central-1', 'secretsmanager'));
});

it('reads an encrypted parameter from the Parameter Store', async () => {
  answers = [[200, { Parameter: { Value: 'the secret', LastModifiedDate: 1_700_000_000 } }]];
  expect(await readSecret(PARAMETER)).toEqual({ value: 'the secret', storedAt: 1_700_000_000_000 });
  const [request] = received;
  expect(request!.headers['x-amz-target']).toBe('AmazonSSM.GetParameter');
  expect(JSON.parse(request!.body)).toEqual({ Name: PARAMETER, WithDecryption: true });
  expect(request!.headers.authorization).toBe(signatureOf(request!, 'eu-west-1', 'ssm'));
});

it('retries the call if the service fails and gives up after three attempts', async () => {
  const good: [number, object] = [200, { SecretString: 'the secret', CreatedDate: 1 }];
  answers = [[500, {}], [400, { __type: 'ThrottlingException' }], good];
  expect(await readSecret(SECRET)).toMatchObject({ value: 'the secret' });
  answers = [[500, {}], [503, {}], [500, {}], good];
  await expect(readSecret(SECRET)).rejects.toMatchObject({
    name: 'SecretNotRead',
    message: `${SECRET}: unknown error`,
  });
  expect(received).toHaveLength(6);
});

it.each(['AccessDeniedException', 'ResourceNotFoundException', 'com.amazonaws#DecryptionFailure'])(
  'reports the reason and does not retry if AWS refuses with %s',
  async (type) => {
    answers = [[400, { __type: type, message: 'User: arn:… is not authorized' }]];
    await expect(readSecret(SECRET)).rejects.toMatchObject({
      name: 'SecretNotRead',
      message: `${SECRET}: ${type.replace(/.*#/, '')}`,
    });
    expect(received).toHaveLength(1);
  },
);

it('fails on a binary secret, an invalid response, or no response, and never quotes what it received', async () => {
  answers = [[200, { SecretBinary: 'AAAA', CreatedDate: 1 }]];
  await expect(readSecret(SECRET)).rejects.toMatchObject({ name: 'ZodError' });
  answers = [[200, 'top secret']];
  await expect(readSecret(SECRET)).rejects.toMatchObject({ message: `${SECRET}: unknown error` });
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = 'http://127.0.0.1:1';
  await expect(readSecret(SECRET)).rejects.toMatchObject({ message: `${SECRET}: no response` });
});
