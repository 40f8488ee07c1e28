/** Sends webhook requests to URLs chosen by customers (docs/specification.md, "Webhook sender"). */
import * as net from 'node:net';
import type { WebhookUrlConfig } from '../webhook-url.ts';
import {
  type ConnectionConfig,
  type Dial,
  type Lookup,
  systemLookup,
} from '../../outbound/guarded-connection.ts';
import { abortOf, singleUseClient } from '../../outbound/single-use-client.ts';
import { exchange, type WebhookRequest } from './webhook-exchange.ts';
import { DeadlineError, describeFailure, isCallerMistake, SenderClosedError } from './sender-errors.ts';
import { type ReceiverResponse, emptyResponse, outcomeOf, type SendOutcome } from './response-outcome.ts';
import { checkWebhookTarget } from './webhook-target.ts';

export type { SendOutcome } from './response-outcome.ts';

export interface WebhookSenderOptions extends WebhookUrlConfig {
  /**
   * Maximum time for the exchange, from the DNS lookup to the last byte of the response, in milliseconds.
   * Defaults to 10 s.
   */
  deadlineMs?: number;
  lookup?: Lookup;
  dial?: Dial;
  /** Certificates to trust instead of the system's certificates, in PEM format. */
  ca?: string;
}

export interface WebhookSender {
  /**
   * Sends a POST request. If the request fails, the outcome contains the reason.
   *
   * @throws undici's InvalidArgumentError if the caller's headers aren't valid HTTP
   */
  send(request: WebhookRequest): Promise<SendOutcome>;
  /** Sends a POST request like `send` and also returns the part of the response's body that was read. */
  ask(request: WebhookRequest): Promise<{ readonly outcome: SendOutcome; readonly body: string }>;
  /**
   * Aborts all requests in progress. These and all later requests fail because the sender was shut down.
   */
  close(): Promise<void>;
}

type Answered = Awaited<ReturnType<WebhookSender['ask']>>;

const DEFAULT_DEADLINE_MS = 10_000;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { deadlineMs = DEFAULT_DEADLINE_MS, lookup = systemLookup, dial = net.connect, ca } = options;
  const connection: ConnectionConfig = { allowPrivateTargets: options.allowPrivateTargets, lookup, dial, ca };
  const closing = new AbortController();
  const inProgress = new Set<Promise<Answered>>();

  async function attempt(request: WebhookRequest): Promise<Answered> {
    const startedAt = performance.now();
    const response = emptyResponse();
    const target = checkWebhookTarget(request.url, options);
    const failure = target.ok ? await failureOf(target.url, request, response) : target.reason;
    const outcome = outcomeOf(response, failure, performance.now() - startedAt, request.secrets);
    return { outcome, body: Buffer.concat(response.chunks).toString() };
  }

  async function ask(request: WebhookRequest): Promise<Answered> {
    const sending = attempt(request);
    inProgress.add(sending);
    try {
      return await sending;
    } finally {
      inProgress.delete(sending);
    }
  }

  /**
   * Runs the exchange until the deadline. Returns the error that ended it early, or null if there was none.
   */
  async function failureOf(
    url: URL,
    request: WebhookRequest,
    response: ReceiverResponse,
  ): Promise<string | null> {
    // Don't use `AbortSignal.timeout`, because its timer can't be cleared. `close()` also aborts this signal.
    const ending = new AbortController();
    const end = (reason: Error): void => ending.abort(reason);
    const onClosing = (): void => end(new SenderClosedError());
    const timer = setTimeout(() => end(new DeadlineError(deadlineMs)), deadlineMs);
    closing.signal.addEventListener('abort', onClosing);
    if (closing.signal.aborted) onClosing();

    const client = singleUseClient(url, connection, ending.signal);
    try {
      ending.signal.throwIfAborted();
      // The race enforces the deadline even during a DNS lookup, which can't be canceled.
      await Promise.race([exchange(client, url, request, ending.signal, response), abortOf(ending.signal)]);
      return null;
    } catch (error) {
      if (isCallerMistake(error)) throw error;
      return describeFailure(ending.signal.aborted ? ending.signal.reason : error);
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', onClosing);
      // Also close a connection that is still being opened, because undici doesn't know about it yet.
      end(new SenderClosedError());
      await client.destroy();
    }
  }

  return {
    send: async (request) => (await ask(request)).outcome,
    ask,
    async close() {
      closing.abort();
      await Promise.allSettled(inProgress);
    },
  };
}
