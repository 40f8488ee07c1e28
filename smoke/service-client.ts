/**
 * Sends requests to the service for one step of the smoke test. Validates every response and measures its
 * latency.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { CheckedFetch } from './contract/checked-fetch.ts';
import { ContractBroken } from './contract/contract.ts';
import { StepFailed, StepSkipped } from './smoke-errors.ts';

/**
 * Time after which a request fails, in milliseconds. The time is longer than the 30 s that API Gateway waits.
 */
const REQUEST_TIMEOUT = 60_000;
const BETWEEN_READS = 250;
/**
 * Length of a rate limit window. If `Retry-After` is longer than this, the address has used up its daily
 * share of the quota.
 */
const RATE_LIMIT_SECONDS = 600;

const problem = z.object({ code: z.string(), detail: z.string() });

export interface Call {
  /** Status codes that the step expects. */
  readonly expect: number | readonly number[];
  /** JSON body. */
  readonly json?: unknown;
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ServiceClient {
  /**
   * Sends a request without an API key.
   * @throws StepFailed if the status is unexpected, StepSkipped if the address has used up its daily share of
   * the quota
   */
  open(method: string, target: string, call: Call): Promise<Answer>;
  /** Sends a request with the API key and parses the JSON response. */
  manage<Value>(method: string, target: string, call: Call, schema: z.ZodType<Value>): Promise<Value>;
  /**
   * Reads a value repeatedly until it meets the condition.
   * @throws StepFailed with this description if the condition isn't met within `seconds`
   */
  until<Value>(
    what: string,
    seconds: number,
    read: () => Promise<Value>,
    isRight: (value: Value) => boolean,
  ): Promise<Value>;
}

interface Deps {
  readonly request: CheckedFetch;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Records how long a request took, in milliseconds. */
  readonly measure: (milliseconds: number) => void;
}

const networkError = z.object({
  message: z.string(),
  cause: z.object({ code: z.string() }).optional(),
});

/**
 * Returns the code of the network error that caused `fetch` to fail. For other errors, returns the message.
 */
export function networkReason(error: unknown): string {
  const { data } = networkError.safeParse(error);
  return data?.cause?.code ?? data?.message ?? String(error);
}

export function serviceClient({ request, key, signal, measure }: Deps): ServiceClient {
  const send = async (method: string, target: string, call: Call, auth: object): Promise<Answer> => {
    const { pathname } = new URL(target, 'http://service');
    const started = performance.now();
    const answer = await respondTo(method, target, call, auth).catch((cause: unknown) => {
      if (signal.aborted || cause instanceof ContractBroken) throw cause;
      throw new StepFailed(`${method} ${pathname} got no response: ${networkReason(cause)}.`, { cause });
    });
    measure(performance.now() - started);
    requireShare(answer);
    const expected = [call.expect].flat();
    if (expected.includes(answer.status)) return answer;
    throw new StepFailed(
      `${method} ${pathname} returned ${reasonOf(answer)}, expected ${expected.join(' or ')}.`,
    );
  };
  const respondTo = async (method: string, target: string, call: Call, auth: object): Promise<Answer> => {
    const response = await request(target, {
      method,
      headers: {
        ...auth,
        ...(call.json !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.json !== undefined && { body: JSON.stringify(call.json) }),
      ...(call.body !== undefined && { body: call.body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
    });
    const { status, headers } = response;
    return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  return {
    open: (method, target, call) => send(method, target, call, {}),
    async manage(method, target, call, schema) {
      const { body } = await send(method, target, call, { authorization: `Bearer ${key}` });
      return schema.parse(body.length === 0 ? undefined : JSON.parse(body.toString()));
    },
    async until(what, seconds, read, isRight) {
      const end = performance.now() + seconds * 1000;
      for (;;) {
        const value = await read();
        if (isRight(value)) return value;
        if (performance.now() > end) throw new StepFailed(`${what} within ${seconds} s.`);
        await pause(BETWEEN_READS, undefined, { signal });
      }
    },
  };
}

/** Describes a response by its status and, for a problem document, its code and detail. */
export function reasonOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  try {
    const { code, detail } = problem.parse(JSON.parse(body.toString()));
    return `${status} (${code}: ${detail})`;
  } catch {
    return String(status);
  }
}

/** Throws StepSkipped if this address has used up its daily share of the account's quota. */
function requireShare({ status, headers }: Answer): void {
  const seconds = Number(headers.get('retry-after') ?? 0);
  if (status === 429 && seconds > RATE_LIMIT_SECONDS)
    throw new StepSkipped(
      `this machine's address has used its daily share of the account's quota. Try again in ${Math.ceil(seconds / 3600)} h`,
    );
}
