/**
 * Records what owners and visitors did in a scenario, from which `invariants.ts` derives what the service has to
 * deliver.
 */
import type { SubmissionStatus } from '../../lambdas/submissions/submission.ts';

interface Change<State> {
  readonly at: number;
  readonly state: State;
}

/** The states of a webhook or a submission, one after another. */
export class StateHistory<State> {
  readonly changes: Change<State>[] = [];

  /** Adds a state; times do not go back. */
  record(at: number, state: State): void {
    this.changes.push({ at, state });
  }

  /** Whether it was in this state at `at` and ever after. */
  isSince(at: number, state: State): boolean {
    const before = this.changes.findLast((change) => change.at <= at);
    return (
      before?.state === state && this.changes.every((change) => change.at <= at || change.state === state)
    );
  }

  /** Whether it was in this state at any moment of this time. */
  wasBetween(from: number, to: number, state: State): boolean {
    const ends = this.changes.map((_, index) => this.changes[index + 1]?.at ?? Infinity);
    return this.changes.some(
      (change, index) => change.state === state && change.at <= to && (ends[index] ?? Infinity) >= from,
    );
  }

  /** Whether it was in this state at any time. */
  isEver(state: State): boolean {
    return this.changes.some((change) => change.state === state);
  }
}

export type WebhookState = 'enabled' | 'disabled' | 'deleted';

export interface WebhookHistory {
  /** Undefined for a webhook of all forms. */
  readonly formId: string | undefined;
  readonly states: StateHistory<WebhookState>;
  /** When its owner had the response to its creation; undefined when none came. */
  createdAt: number | undefined;
}

export interface SubmissionHistory {
  readonly formId: string;
  /** When the request with it began. */
  readonly begunAt: number;
  readonly states: StateHistory<SubmissionStatus | 'deleted'>;
}

/** The histories of all webhooks and submissions, by their ids. */
export class History {
  readonly webhooks = new Map<string, WebhookHistory>();
  readonly submissions = new Map<string, SubmissionHistory>();
}
