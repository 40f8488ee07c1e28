/** Runs a local server that replaces Turnstile's siteverify endpoint. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Question {
  readonly secret: string;
  readonly response: string;
  readonly remoteip: string;
  readonly idempotency_key: string;
}

/** Handles a request: returns the JSON to respond with, or sends the response itself. */
export type Behaviour = (question: Question, response: ServerResponse) => Record<string, unknown> | undefined;

export interface FakeSiteverify {
  readonly url: string;
  /** Verification requests received after `behave` was last called. */
  readonly questions: readonly Question[];
  behave(as: Behaviour): void;
  stop(): Promise<void>;
}

/**
 * Behaves like Turnstile. The token `good` is valid once, and can be repeated with the same idempotency key.
 * Other tokens are refused.
 */
export function realisticSiteverify(hostname = 'www.example.com'): Behaviour {
  const spentFor = new Map<string, string>();
  return ({ response, idempotency_key }) => {
    if (!response.startsWith('good')) return { success: false, 'error-codes': ['invalid-input-response'] };
    const spent = spentFor.get(response) ?? idempotency_key;
    spentFor.set(response, spent);
    if (spent !== idempotency_key) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    return { success: true, hostname, 'error-codes': [], challenge_ts: new Date().toISOString() };
  };
}

export async function startSiteverify(): Promise<FakeSiteverify> {
  let behaviour = realisticSiteverify();
  const questions: Question[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
    questions.push(question);
    const body = behaviour(question, response);
    if (body) response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    questions,
    behave(as) {
      behaviour = as;
      questions.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
