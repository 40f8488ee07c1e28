/** Provides an endpoint for unmodified clients of Secrets Manager and the Parameter Store. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { messageOf } from '../runner-error.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import type { Service } from '../running-services.ts';
import type { LocalSecrets } from './local-secrets.ts';

/** An endpoint that starts listening before the secrets are known. */
export interface SecretsEndpoint extends Service {
  readonly endpoint: string;
  serve(secrets: Pick<LocalSecrets, 'find'>): void;
}

const getSecretValue = z.object({ SecretId: z.string() });
const getParameter = z.object({ Name: z.string() });

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Starts an endpoint for `GetSecretValue` and `GetParameter`, which find secrets by ARN. */
export async function listenForSecrets(): Promise<SecretsEndpoint> {
  let secrets: Pick<LocalSecrets, 'find'> | undefined;
  const server = createServer((message, response) => void respond(message, response, () => secrets));
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    serve: (loaded) => {
      secrets = loaded;
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  secretsOf: () => Pick<LocalSecrets, 'find'> | undefined,
): Promise<void> {
  const { status, body } = await answer(message, secretsOf).catch((error: unknown) => ({
    status: 400,
    body: { __type: 'ValidationException', message: messageOf(error) },
  }));
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

async function answer(
  message: IncomingMessage,
  secretsOf: () => Pick<LocalSecrets, 'find'> | undefined,
): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const secrets = secretsOf();
  if (secrets === undefined) throw new Error('the runner is starting');
  const request: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const target = String(message.headers['x-amz-target']);
  switch (target) {
    case 'secretsmanager.GetSecretValue': {
      const { SecretId } = getSecretValue.parse(request);
      const found = secrets.find(SecretId);
      if (!found) return notFound('ResourceNotFoundException');
      const CreatedDate = Date.parse(found.stored_at) / 1000;
      return { status: 200, body: { ARN: SecretId, SecretString: found.value, CreatedDate } };
    }
    case 'AmazonSSM.GetParameter': {
      const { Name } = getParameter.parse(request);
      const found = secrets.find(Name);
      if (!found) return notFound('ParameterNotFound');
      const LastModifiedDate = Date.parse(found.stored_at) / 1000;
      return { status: 200, body: { Parameter: { ARN: Name, Value: found.value, LastModifiedDate } } };
    }
    default:
      throw new Error(`the local runner does not support ${target}`);
  }
}

const notFound = (type: string): Answer => ({
  status: 400,
  body: { __type: type, message: "Secrets Manager can't find the specified secret." },
});
