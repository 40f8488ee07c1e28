/** Records what happened in a simulation, for `invariants.ts` and for the story of a seed. */
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
  /** As the invocation had read it before it sent. */
  readonly webhookWasEnabled: boolean;
  /** How long before the request the webhook was read. */
  readonly readingAgeMs: number;
}

/** What happened so far. */
export class Journal {
  readonly posts: Post[] = [];
  /** How many invocations of a function there were at once, at most. */
  readonly mostAtOnce = new Map<string, number>();
  /** When a delivery was stored as succeeded for the first time. */
  readonly succeededAt = new Map<string, number>();
  /** Deliveries with an outcome that was handed over. */
  readonly everHandedOver = new Set<string>();
  /** Deliveries with an outcome that could neither be recorded nor handed over. */
  readonly doubleFailures = new Set<string>();
  /** The names of the ladders that were started for each attempt of a delivery. */
  readonly ladders = new Map<string, Set<string>>();
  /** Webhooks that the service disabled, and since when. */
  readonly disabledByService = new Map<string, string>();
  /** Webhooks whose owners are to get an e-mail that they fail, and since when. */
  readonly failingSince: { readonly webhookId: string; readonly since: string }[] = [];
  readonly #notes: [at: number, text: string][] = [];
  calls = 0;

  /** Adds a line to the story of the seed. */
  note(at: number, text: string): void {
    this.#notes.push([at, text]);
  }

  /** The story of the seed. */
  get lines(): string[] {
    return this.#notes.map(([at, text]) => `${new Date(at).toISOString().slice(5, 23)} ${text}`);
  }

  /** Adds a fault to the story. */
  fault(at: number, kind: string, name: string, fault: Fault): void {
    this.note(at, `! ${kind}: ${name}: ${fault}`);
  }
}
