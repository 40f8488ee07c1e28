/** Runs all checks before a stage is deployed. Doesn't change anything. */
import { outputsOfService } from '../deployed-stack.ts';
import { columns, print, type CommandOptions, type Terminal } from '../command-line.ts';
import {
  checkBootstrap,
  checkConcurrency,
  checkEventBus,
  checkRoles,
  checkServiceLinkedRoles,
} from './account-checks.ts';
import { checkCertificate, checkRegions } from './domain-checks.ts';
import { checked, ok, warning, type Finding, type Target } from './finding.ts';
import { checkMail, checkSignIn } from './mail-checks.ts';
import { checkStack, stackState } from './stack-state.ts';

/** Returns the findings of all checks, in a fixed order. */
export async function diagnose(target: Target): Promise<Finding[]> {
  const { settings, account, caller, stackName } = target;
  const state = await stackState(stackName).catch(() => undefined);
  const isFirst = state?.isFirst ?? false;
  const ownPool = state && !isFirst ? ownPoolIn(state.outputs, stackName) : undefined;
  const findings = await Promise.all([
    checked('Stack', async () =>
      checkStack(stackName, state ?? (await stackState(stackName)), settings.stage === 'prod'),
    ),
    checked('CDK bootstrap', () => checkBootstrap(target)),
    checked('Lambda concurrency', () => checkConcurrency(target, isFirst)),
    checked('IAM roles', () => checkRoles(isFirst)),
    checked('Service-linked role', () => checkServiceLinkedRoles(target)),
    checked('Names', () => checkEventBus(target, isFirst)),
    checked('Sign-in', async () =>
      target.knowsSettings ? checkSignIn(target, ownPool) : unknownSettings(stackName),
    ),
    checked('SES', () => checkMail(target)),
    checked('Certificate', () => checkCertificate(target)),
  ]);
  return [
    ok('Credentials', `${caller} in the account ${account}.`),
    ...checkRegions(target),
    ...findings.flat(),
  ];
}

const unknownSettings = (stackName: string): Finding =>
  warning(
    'Settings',
    `The settings of ${stackName} are in its code, so e-mail, sign-in and domain were not checked.`,
    'To check them, add the same settings to svc.json.',
  );

/** Returns the service's user pool, or undefined if the stack doesn't contain the service yet. */
function ownPoolIn(outputs: Readonly<Record<string, string>>, stack: string): string | undefined {
  try {
    return outputsOfService(outputs, { stage: 'prod', stack })['UserPool'];
  } catch {
    return undefined;
  }
}

/** Prints each finding, followed by its fix. */
export function printFindings(
  terminal: Terminal,
  findings: readonly Finding[],
  options: CommandOptions,
): void {
  const rows = columns(findings.map(({ level, check, text }) => [level, check, text]));
  const lines = findings.flatMap(({ fix }, index) => [
    rows[index] ?? '',
    ...(fix === undefined ? [] : [`         Fix: ${fix}`]),
  ]);
  print(terminal, options, findings, lines);
}

export const hasProblem = (findings: readonly Finding[]): boolean =>
  findings.some(({ level }) => level === 'problem');
