/** What the simulation remembers in order to judge it. */
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
  /** As the invocation read it before. */
  readonly webhookWasEnabled: boolean;
  readonly submissionStatus: string | undefined;
  /** How old those readings were. */
  readonly readingAgeMs: number;
}

export class Journal {
  readonly posts: Post[] = [];
  /** When a delivery was stored as succeeded for the first time. */
  readonly succeededAt = new Map<string, number>();
  /** Deliveries of which an outcome was ever handed over. */
  readonly everHandedOver = new Set<string>();
  /** Deliveries of which both the recording and the handing over of an outcome failed. */
  readonly doubleFailures = new Set<string>();
  /** Ladders that were started under a name of their own choice, by delivery. */
  readonly ladders = new Map<string, Set<string>>();
  /** Webhooks that the service disabled, and since when. */
  readonly disabledByService = new Map<string, string>();
  readonly #notes: [at: number, text: string][] = [];
  calls = 0;

  /** A line for whoever reads the story of a seed. */
  note(at: number, text: string): void {
    this.#notes.push([at, text]);
  }

  get lines(): string[] {
    return this.#notes.map(([at, text]) => `${new Date(at).toISOString().slice(5, 23)} ${text}`);
  }

  fault(at: number, kind: string, name: string, fault: Fault): void {
    this.note(at, `! ${kind}: ${name}: ${fault}`);
  }
}
