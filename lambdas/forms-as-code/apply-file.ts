/** Plans and applies a forms file: reads the account, compares it with the file, and runs the steps. */
import type { Actual } from './actual-state.ts';
import { diff, permittedSteps, type DifferenceOptions, type Plan } from './difference.ts';
import type { FormsApi } from './forms-api.ts';
import type { Desired } from './forms-file.ts';
import { readActual, readForChange } from './read-actual.ts';
import { assertAccepted } from './refused-steps.ts';
import { runSteps, type RunOptions } from './run-steps.ts';

export interface PlanOptions extends DifferenceOptions {
  /** Names of forms and webhooks that may be deleted, or `all`. */
  readonly allowDelete?: readonly string[] | 'all';
}

/** A plan, and the state that it is based on. */
export interface PlanForState extends Plan {
  readonly actual: Actual;
}

/**
 * Compares a file with the account that the key belongs to. Only needs the scope `read`.
 * @throws FileRefused if the API would reject a step, or if the file is for another account
 * @throws RequestRefused
 */
export async function planFile(
  desired: Desired,
  api: FormsApi,
  { allowDelete = [], rotate = [] }: PlanOptions = {},
): Promise<PlanForState> {
  const actual = await readActual(api);
  return acceptedPlan(permittedSteps(diff(desired, actual, { rotate }), allowDelete), actual, api);
}

async function acceptedPlan(plan: Plan, actual: Actual, api: FormsApi): Promise<PlanForState> {
  await assertAccepted(plan.steps, actual, api.refusedUrl);
  return { ...plan, actual };
}

/**
 * Rereads all forms and webhooks that the plan changes, and then makes a new plan. If one of them changes
 * afterwards, the API rejects the steps.
 * @throws FileRefused
 * @throws RequestRefused
 */
export async function planForChange(
  desired: Desired,
  api: FormsApi,
  options: PlanOptions = {},
): Promise<PlanForState> {
  const { steps, actual } = await planFile(desired, api, options);
  const { allowDelete = [], rotate = [] } = options;
  const fresh = await readForChange(api, actual, steps);
  return acceptedPlan(permittedSteps(diff(desired, fresh, { rotate }), allowDelete), fresh, api);
}

/**
 * Runs a plan from `planForChange`.
 * @throws ChangedSincePlan
 * @throws RequestRefused
 */
export async function applyPlan(
  { steps, actual }: PlanForState,
  api: FormsApi,
  onDone: RunOptions['onDone'] = () => undefined,
): Promise<void> {
  const ids = new Map(actual.forms.map(({ view }) => [view.slug, view.id]));
  await runSteps(steps, api, { formIdOf: (slug) => ids.get(slug), onDone });
}
