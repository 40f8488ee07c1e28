/**
 * Records the actions of owners and visitors in a scenario. `invariants.ts` uses them to determine what the
 * service must deliver.
 */
import type { SubmissionStatus } from '../../lambdas/submissions/submission.ts';

interface Change<State> {
  readonly at: number;
  readonly state: State;
}

/** Records the successive states of a webhook or a submission. */
export class StateHistory<State> {
  readonly changes: Change<State>[] = [];

  /** Adds a state. Times must not decrease. */
  record(at: number, state: State): void {
    this.changes.push({ at, state });
  }

  /** Returns true if this was the state at the time `at` and the state hasn't changed since. */
  isSince(at: number, state: State): boolean {
    const before = this.changes.findLast((change) => change.at <= at);
    return (
      before?.state === state && this.changes.every((change) => change.at <= at || change.state === state)
    );
  }

  /** Returns true if this was the state at any time in the period. */
  wasBetween(from: number, to: number, state: State): boolean {
    const ends = this.changes.map((_, index) => this.changes[index + 1]?.at ?? Infinity);
    return this.changes.some(
      (change, index) => change.state === state && change.at <= to && (ends[index] ?? Infinity) >= from,
    );
  }

  /** Returns true if this was the state at any time. */
  isEver(state: State): boolean {
    return this.changes.some((change) => change.state === state);
  }
}

export type WebhookState = 'enabled' | 'disabled' | 'deleted';

export interface WebhookHistory {
  /** Id of the webhook's form. Undefined for an account-wide webhook. */
  readonly formId: string | undefined;
  readonly states: StateHistory<WebhookState>;
  /** When the owner got the response to creating the webhook. Undefined if no response arrived. */
  createdAt: number | undefined;
  /** True if the owner has ever set a filter that no submission passes. */
  isFiltered?: boolean;
}

export interface SubmissionHistory {
  readonly formId: string;
  readonly begunAt: number;
  readonly states: StateHistory<SubmissionStatus | 'deleted'>;
}

/** Histories of all webhooks and submissions, keyed by id. */
export class History {
  readonly webhooks = new Map<string, WebhookHistory>();
  readonly submissions = new Map<string, SubmissionHistory>();
}
