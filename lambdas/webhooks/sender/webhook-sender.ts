import * as net from 'node:net';
import type { WebhookUrlRules } from '../webhook-url.ts';
import { type ConnectionRules, type Dial, type Lookup, systemLookup } from './guarded-connection.ts';
import { exchange, singleUseClient, type WebhookRequest } from './webhook-exchange.ts';
import { DeadlineError, describeFailure, isCallerMistake, SenderClosedError } from './sender-errors.ts';
import { type ReceiverResponse, emptyResponse, outcomeOf, type SendOutcome } from './send-outcome.ts';
import { checkWebhookTarget } from './webhook-target.ts';

export type { SendOutcome } from './send-outcome.ts';

export interface WebhookSenderOptions extends WebhookUrlRules {
  /** For the whole exchange, from the DNS lookup to the last byte of the answer; 10 s when absent. */
  deadlineMs?: number;
  lookup?: Lookup;
  dial?: Dial;
  /** Certificates to trust in place of the system's, in PEM. */
  ca?: string;
}

export interface WebhookSender {
  /**
   * POSTs one webhook. Whatever the endpoint does is an outcome, never an exception.
   *
   * @throws undici's InvalidArgumentError when the caller's own headers are not valid HTTP
   */
  send(request: WebhookRequest): Promise<SendOutcome>;
  /** Ends the sends that are under way, each with an outcome that says so; later sends get the same. */
  close(): Promise<void>;
}

const DEFAULT_DEADLINE_MS = 10_000;

/** The client that posts webhooks to URLs which customers chose (DESIGN section 5). */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { deadlineMs = DEFAULT_DEADLINE_MS, lookup = systemLookup, dial = net.connect, ca } = options;
  const connection: ConnectionRules = { allowPrivateTargets: options.allowPrivateTargets, lookup, dial, ca };
  const closing = new AbortController();
  const underWay = new Set<Promise<SendOutcome>>();

  async function attempt(request: WebhookRequest): Promise<SendOutcome> {
    const startedAt = performance.now();
    const answer = emptyResponse();
    const target = checkWebhookTarget(request.url, options);
    const failure = target.ok ? await failureOf(target.url, request, answer) : target.reason;
    return outcomeOf(answer, failure, performance.now() - startedAt, request.secrets);
  }

  /** Runs the exchange against the deadline and says what cut it short, null when nothing did. */
  async function failureOf(
    url: URL,
    request: WebhookRequest,
    answer: ReceiverResponse,
  ): Promise<string | null> {
    // Not AbortSignal.timeout: its timer cannot be cleared, and this one also hears close().
    const ending = new AbortController();
    const end = (reason: Error): void => ending.abort(reason);
    const onClosing = (): void => end(new SenderClosedError());
    const timer = setTimeout(() => end(new DeadlineError(deadlineMs)), deadlineMs);
    closing.signal.addEventListener('abort', onClosing);
    if (closing.signal.aborted) onClosing();

    const client = singleUseClient(url, connection, ending.signal);
    try {
      ending.signal.throwIfAborted();
      // The race holds the deadline even for a DNS lookup, which nothing can cancel.
      await Promise.race([exchange(client, url, request, ending.signal, answer), abortOf(ending.signal)]);
      return null;
    } catch (error) {
      if (isCallerMistake(error)) throw error;
      return describeFailure(ending.signal.aborted ? ending.signal.reason : error);
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', onClosing);
      // Tears down a connection that is still being made, which undici does not know of yet.
      end(new SenderClosedError());
      await client.destroy();
    }
  }

  return {
    async send(request) {
      const sending = attempt(request);
      underWay.add(sending);
      try {
        return await sending;
      } finally {
        underWay.delete(sending);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** Rejects with the signal's reason when it aborts, and never settles otherwise. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
