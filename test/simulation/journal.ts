/** Records the events of a simulation, for `invariants.ts` and for a seed's log. */
import type { Fault } from './faults.ts';
import type { Invocation } from './invocation.ts';

/** One request that reached an endpoint. */
export interface Post {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Undefined for a test ping. */
  readonly submissionId: string | undefined;
  readonly attemptHeader: number;
  readonly begunAt: number;
  readonly endsAt: number;
  readonly acknowledged: boolean;
  readonly isSignedRight: boolean;
  readonly invocation: Invocation;
  /** As the invocation had read it before the request. */
  readonly webhookWasEnabled: boolean;
  /** Time between reading the webhook and the request, in milliseconds. */
  readonly readingAgeMs: number;
}

/** Events so far. */
export class Journal {
  readonly posts: Post[] = [];
  /** Maximum concurrent invocations by function. */
  readonly mostAtOnce = new Map<string, number>();
  /** When a delivery was first stored as succeeded. */
  readonly succeededAt = new Map<string, number>();
  /** Deliveries with an outcome that was handed over. */
  readonly everHandedOver = new Set<string>();
  /** Deliveries with an outcome that could neither be recorded nor handed over. */
  readonly doubleFailures = new Set<string>();
  /** Names of the ladders started for each attempt of a delivery. */
  readonly ladders = new Map<string, Set<string>>();
  /** Webhooks disabled by the service, and since when. */
  readonly disabledByService = new Map<string, string>();
  /** Webhooks whose owners must get an e-mail about failures, and since when. */
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

  /** Adds a fault to the log. */
  fault(at: number, kind: string, name: string, fault: Fault): void {
    this.note(at, `! ${kind}: ${name}: ${fault}`);
  }
}
