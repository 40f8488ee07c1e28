/** Records a simulation's events for `invariants.ts` and for the seed's log. */
import type { Fault } from './faults.ts';
import type { Invocation } from './aws/invocation.ts';

/** A webhook request that reached an endpoint. */
export interface Post {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Id of the submission. Undefined for a test ping. */
  readonly submissionId: string | undefined;
  readonly attemptHeader: number;
  readonly isProbe: boolean;
  readonly begunAt: number;
  readonly endsAt: number;
  readonly acknowledged: boolean;
  readonly isSignedRight: boolean;
  readonly invocation: Invocation;
  /** True if the invocation found the webhook enabled when it last read it before the request. */
  readonly webhookWasEnabled: boolean;
  /** Time between reading the webhook and sending the request, in milliseconds. */
  readonly readingAgeMs: number;
}

/** Records the events of a simulation. */
export class Journal {
  readonly posts: Post[] = [];
  /** Probe times of webhooks, as `<webhook> <time>`. */
  readonly probeTimes = new Set<string>();
  /** Ids of webhooks with `auto_recover`, once for each failing span that ended. */
  readonly endedSpans: string[] = [];
  /** Maximum number of concurrent invocations, keyed by function. */
  readonly mostAtOnce = new Map<string, number>();
  /** Times when deliveries were first stored as succeeded. */
  readonly succeededAt = new Map<string, number>();
  /** Ids of deliveries with an outcome that was sent to the queue at least once. */
  readonly everHandedOver = new Set<string>();
  /** Ids of deliveries with an outcome that could neither be stored nor sent to the queue. */
  readonly doubleFailures = new Set<string>();
  /** Webhook and submission ids, for the deliveries that weren't created because of a filter. */
  readonly withheld = new Set<string>();
  /** Names of the retry executions that were started, keyed by delivery attempt. */
  readonly ladders = new Map<string, Set<string>>();
  /**
   * Start of the failures that made the service disable a webhook, keyed by the webhook's id and the time
   * when the webhook was disabled.
   */
  readonly disabledByService = new Map<string, string>();
  /** Webhooks with failures that their owners must be notified about, with the time of the first failure. */
  readonly failingSince: { readonly webhookId: string; readonly since: string }[] = [];
  readonly #notes: [at: number, text: string][] = [];
  calls = 0;

  /** Adds a line to the seed's log. */
  note(at: number, text: string): void {
    this.#notes.push([at, text]);
  }

  /** Returns the seed's log. */
  get lines(): string[] {
    return this.#notes.map(([at, text]) => `${new Date(at).toISOString().slice(5, 23)} ${text}`);
  }

  /** Adds a fault to the seed's log. */
  fault(at: number, kind: string, name: string, fault: Fault): void {
    this.note(at, `! ${kind}: ${name}: ${fault}`);
  }
}
