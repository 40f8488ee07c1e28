/** The name of a form's list of submissions: two lists that show the same may go on from each other's cursors. */
import type { SubmissionStatus } from './submission.ts';

interface Filter {
  readonly status?: SubmissionStatus | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export function submissionList(formId: string, { status, since, until }: Filter = {}): string {
  return `submissions ${formId} ${JSON.stringify([status, since, until])}`;
}
