/** What customers and visitors did, and so what the service owes them. */
import type { SubmissionStatus } from '../../lambdas/submissions/submission.ts';

interface Change<State> {
  readonly at: number;
  readonly state: State;
}

/** The states that something was in, one after another. */
export class Course<State> {
  readonly changes: Change<State>[] = [];

  turn(at: number, state: State): void {
    this.changes.push({ at, state });
  }

  /** Whether it was in this state all the time from then on. */
  isSince(at: number, state: State): boolean {
    const before = this.changes.findLast((change) => change.at <= at);
    return (
      before?.state === state && this.changes.every((change) => change.at <= at || change.state === state)
    );
  }

  isEver(state: State): boolean {
    return this.changes.some((change) => change.state === state);
  }
}

export type WebhookState = 'enabled' | 'disabled' | 'deleted';

export class History {
  readonly webhooks = new Map<string, { formId: string; course: Course<WebhookState> }>();
  readonly submissions = new Map<string, { formId: string; course: Course<SubmissionStatus | 'deleted'> }>();
}
