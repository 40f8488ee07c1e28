/** Defines how a smoke test ends early: it can't start, a step fails, or a step is skipped. */
import { OperatorError } from '../cli/operator-errors.ts';

/** Thrown when the smoke test can't start. The message is one sentence that says what to change. */
export class CannotStart extends OperatorError {
  override readonly name = 'CannotStart' as const;
}

/** Thrown when the service does something else than a step expects. The message says what. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed' as const;
}

/** Thrown when a stage or account lacks what a step needs. The message says what. */
export class StepSkipped extends Error {
  override readonly name = 'StepSkipped' as const;
}

/** Throws StepFailed with this message unless the condition holds. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new StepFailed(message);
}
