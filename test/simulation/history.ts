/**
 * Records what owners and visitors did in a scenario, from which `invariants.ts` derives what the service
 * must deliver.
 */
import type { SubmissionStatus } from '../../lambdas/submissions/submission.ts';

interface Change<State> {
  readonly at: number;
  readonly state: State;
}

/** Successive states of a webhook or a submission. */
export class StateHistory<State> {
  readonly changes: Change<State>[] = [];

  /** Adds a state; times must not decrease. */
  record(at: number, state: State): void {
    this.changes.push({ at, state });
  }

  /** Returns whether it was in this state at `at` and ever since. */
  isSince(at: number, state: State): boolean {
    const before = this.changes.findLast((change) => change.at <= at);
    return (
      before?.state === state && this.changes.every((change) => change.at <= at || change.state === state)
    );
  }

  /** Returns whether it was in this state at any moment in this period. */
  wasBetween(from: number, to: number, state: State): boolean {
    const ends = this.changes.map((_, index) => this.changes[index + 1]?.at ?? Infinity);
    return this.changes.some(
      (change, index) => change.state === state && change.at <= to && (ends[index] ?? Infinity) >= from,
    );
  }

  /** Returns whether it was ever in this state. */
  isEver(state: State): boolean {
    return this.changes.some((change) => change.state === state);
  }
}

export type WebhookState = 'enabled' | 'disabled' | 'deleted';

export interface WebhookHistory {
  /** Undefined for an account-wide webhook. */
  readonly formId: string | undefined;
  readonly states: StateHistory<WebhookState>;
  /** When its owner got the response to its creation; undefined if none arrived. */
  createdAt: number | undefined;
}

export interface SubmissionHistory {
  readonly formId: string;
  /** When its request started. */
  readonly begunAt: number;
  readonly states: StateHistory<SubmissionStatus | 'deleted'>;
}

/** Histories of all webhooks and submissions, by id. */
export class History {
  readonly webhooks = new Map<string, WebhookHistory>();
  readonly submissions = new Map<string, SubmissionHistory>();
}
