/**
 * Calls Secrets Manager and the Parameter Store with the SDK's own signing and HTTP modules. A complete SDK
 * client would add 280 KB to every function that reads a secret and take several times as long to load.
 */
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { fromHttp } from '@aws-sdk/credential-provider-http';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { callLimits } from './clients/call-limits.ts';
import { SigningHash } from './clients/signing-hash.ts';

const TARGETS = {
  secretsmanager: 'secretsmanager.GetSecretValue',
  ssm: 'AmazonSSM.GetParameter',
} as const;
const PAUSE_MS = 100;

/**
 * The caller passes this configuration, because parsing the environment here would double the size of this
 * lazily loaded module.
 */
export interface SecretStoreConfig extends ReturnType<typeof callLimits> {
  /** Endpoint of the local runner. Undefined on AWS, where the region determines the endpoint. */
  readonly endpoint: string | undefined;
}

/** Thrown if a secret can't be read. The message contains its ARN and AWS's error type, but no secret. */
export class SecretNotRead extends Error {
  override readonly name = 'SecretNotRead' as const;
}

/**
 * Returns the response to `GetSecretValue` or `GetParameter`, for the secret or parameter with this ARN.
 * Retries the call if the network or the service fails.
 * @throws SecretNotRead
 */
export async function callSecretStore(
  arn: string,
  { endpoint, maxAttempts, requestHandler }: SecretStoreConfig,
): Promise<unknown> {
  const handler = new NodeHttpHandler(requestHandler);
  for (let attempt = 1; ; attempt += 1) {
    // Sign each attempt separately, because a signature contains the time.
    const answer = await signedRequest(arn, endpoint)
      .then((request) => handler.handle(request))
      .then(async ({ response }) => ({
        status: response.statusCode,
        body: await text(response.body as AsyncIterable<Uint8Array>),
      }))
      .catch((cause: unknown) => ({ status: 0, cause }));
    const body = 'body' in answer ? parsed(answer.body) : undefined;
    if (answer.status === 200 && body !== undefined) return body;
    const reason = answer.status === 0 ? 'no response' : errorTypeOf(body);
    const isTemporary = answer.status === 0 || answer.status >= 500 || reason === 'ThrottlingException';
    if (!isTemporary || attempt === maxAttempts)
      throw new SecretNotRead(`${arn}: ${reason}`, 'cause' in answer ? { cause: answer.cause } : undefined);
    await setTimeout(PAUSE_MS * attempt);
  }
}

async function signedRequest(arn: string, endpoint: string | undefined): Promise<HttpRequest> {
  const [, partition, service, region = ''] = arn.split(':');
  const store = service === 'ssm' ? 'ssm' : 'secretsmanager';
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const { protocol, hostname, port, host } = new URL(endpoint ?? `https://${store}.${region}.${domain}`);
  const unsigned = {
    method: 'POST',
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path: '/',
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': TARGETS[store],
    },
    body: JSON.stringify(store === 'ssm' ? { Name: arn, WithDecryption: true } : { SecretId: arn }),
  };
  const signer = new SignatureV4({
    service: store,
    region,
    // Some environments get their credentials from an endpoint instead of environment variables.
    credentials: process.env['AWS_ACCESS_KEY_ID'] === undefined ? fromHttp() : fromEnv(),
    sha256: SigningHash,
  });
  const { headers } = await signer.sign(new HttpRequest(unsigned));
  return new HttpRequest({ ...unsigned, headers });
}

/**
 * Parses JSON. Returns undefined for invalid JSON instead of throwing, because the error message would quote
 * part of it.
 */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the type of an error, such as `AccessDeniedException`, without the rest of the response. */
function errorTypeOf(body: unknown): string {
  const type: unknown =
    typeof body === 'object' && body !== null && '__type' in body ? body.__type : undefined;
  return typeof type === 'string' ? (type.split('#').at(-1) ?? '') : 'unknown error';
}
