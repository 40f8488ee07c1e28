/** Defines the errors for a smoke test that can't start, and for steps that fail or are skipped. */
import { OperatorError } from '../cli/operator-errors.ts';

/** Thrown when the smoke test can't start. The message explains in one sentence how to fix the problem. */
export class CannotStart extends OperatorError {
  override readonly name = 'CannotStart' as const;
}

/** Thrown when the service doesn't behave as a step expects. The message describes what the service did. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed' as const;
}

/** Thrown when the stage or account doesn't support a step. The message says what is missing. */
export class StepSkipped extends Error {
  override readonly name = 'StepSkipped' as const;
}

/** Throws StepFailed with this message unless the condition is true. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new StepFailed(message);
}
