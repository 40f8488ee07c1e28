/** Defines the input and results of the checks before a deployment. */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';

/** A check's result. Problems prevent a deployment. Warnings don't. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** How to fix the problem, in one sentence. Absent if there is no problem. */
  readonly fix?: string;
}

/** The stage to deploy, and the account and region to deploy it to. */
export interface Target {
  readonly settings: StageSettings;
  /** False for a team's own stack whose settings are only defined in code. */
  readonly knowsSettings: boolean;
  readonly account: string;
  readonly region: string;
  /** ARN of the operator's user or role. */
  readonly caller: string;
  readonly stackName: string;
  /** Qualifier of the bootstrap stack. */
  readonly qualifier: string;
}

export const ok = (check: string, text: string): Finding => ({ check, level: 'ok', text });
export const warning = (check: string, text: string, fix: string): Finding => ({
  check,
  level: 'warning',
  text,
  fix,
});
export const problem = (check: string, text: string, fix: string): Finding => ({
  check,
  level: 'problem',
  text,
  fix,
});

/** Returns true if AWS responded with an error that has this name. */
export const isAwsError = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name;

/**
 * Runs a check. If the check can't be completed, for example because the operator lacks a permission, returns
 * a warning. The deployment can still succeed, because it uses other roles.
 */
export async function checked(
  check: string,
  find: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await find()].flat();
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [
      warning(
        check,
        `Not checked because AWS responded with ${reason}`,
        'Give your user or role read access, or check this manually.',
      ),
    ];
  }
}
