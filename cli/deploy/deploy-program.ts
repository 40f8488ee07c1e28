/**
 * Defines `npx svc-forms deploy`, which checks the account and deploys a stage with the project's CDK command
 * line. After the first successful deployment, it turns on deletion protection.
 */
import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import type { Command } from 'commander';
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { FIRST_DEPLOY } from '../../lib/settings/settings-in-context.ts';
import { accountProgram } from '../account/account-program.ts';
import { accountRegistry } from '../account/account-registry.ts';
import { emailArgument, group, type Terminal } from '../command-line.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { diagnose, hasProblem, printFindings } from '../doctor/doctor.ts';
import { targetOf, withStageOptions, type StageOptions } from '../doctor/stage-context.ts';
import { stackState } from '../doctor/stack-state.ts';
import { OperatorError } from '../operator-errors.ts';
import { deployedOutputs, deployedService } from '../service-connection.ts';
import { runCdk } from './cdk-process.ts';

/** Thrown if a check found a problem, before anything is deployed. */
class NotDeployed extends OperatorError {
  override readonly name = 'NotDeployed' as const;
}

type DeployOptions = StageOptions & {
  readonly owner?: string;
  readonly edge?: true;
  readonly checks: boolean;
};

/** Region of certificates and web ACLs for CloudFront, which accepts no other region. */
const EDGE_REGION = 'us-east-1';

/**
 * Creates the program, which writes its output to `terminal`.
 * @param folder folder of the CDK app
 */
export function deployProgram(terminal: Terminal, folder = process.cwd()): Command {
  return withStageOptions(
    group(terminal, 'deploy', 'Check the account, then deploy a stage and protect its data'),
  )
    .argument('[cdk-options...]', 'Options for "cdk deploy", specified after two dashes')
    .option('--owner <email>', 'Create the first account and invite its owner', emailArgument)
    .option('--edge', "Deploy the stage's edge stack in us-east-1 instead")
    .option('--no-checks', 'Deploy even if the checks find problems')
    .action(async (cdkOptions: readonly string[], options: DeployOptions) => {
      const target = await targetOf(options, folder);
      await preflight(terminal, options, () => diagnose(target));
      const stack = options.edge ? `svc-forms-${options.stage}-edge` : target.stackName;
      const region = options.edge ? EDGE_REGION : target.region;
      const args = [
        'deploy',
        stack,
        '-c',
        `svc:stage=${options.stage}`,
        ...contextArguments(options),
        ...cdkOptions,
      ];

      const { isFirst, status, isProtected } = await stackState(stack, region);
      if (isFirst) {
        if (status !== undefined && isProtected) await unprotect(stack, region);
        terminal.err(`This is the first deployment of ${stack}. Protection stays off until it succeeds.\n`);
        await runCdk(folder, [...args, '-c', `${FIRST_DEPLOY}=true`]);
        terminal.err(
          `Turning on deletion protection${options.stage === 'prod' ? ' and termination protection' : ''}.\n`,
        );
      }
      await runCdk(folder, args);
      if (options.edge) {
        terminal.out(`Copy the outputs of ${stack} to svc.json, then deploy the stage itself.\n`);
        return;
      }
      await finish(terminal, options, target.settings);
    });
}

/**
 * Runs the checks and prints warnings and problems.
 * @throws NotDeployed if a check finds a problem
 */
async function preflight(
  terminal: Terminal,
  options: DeployOptions,
  find: () => ReturnType<typeof diagnose>,
): Promise<void> {
  if (!options.checks) return;
  const findings = await find();
  printFindings(
    { ...terminal, out: terminal.err },
    findings.filter(({ level }) => level !== 'ok'),
    options,
  );
  if (hasProblem(findings))
    throw new NotDeployed('Nothing was deployed. Fix the problems above, or use --no-checks.');
}

const contextArguments = ({ context = {} }: StageOptions): string[] =>
  Object.entries(context)
    .filter(([name]) => name !== 'svc:stage')
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * Turns off termination protection if the stack couldn't be created, so that CDK can delete and recreate it.
 */
async function unprotect(StackName: string, region: string): Promise<void> {
  await new CloudFormationClient({ region }).send(
    new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
  );
}

/** Creates the account if `--owner` is set, and prints the next steps. */
async function finish(
  terminal: Terminal,
  { owner, ...options }: DeployOptions,
  { alarmEmail, alarmTopicArn, ownerEmail }: StageSettings,
): Promise<void> {
  const service = await deployedService(options);
  const accounts = await accountRegistry(service, Date.now, systemRandom).list();
  const isKnown = accounts.some(({ email }) => email === owner);
  terminal.out(`The service is at ${service.baseUrl}\n`);
  if (owner !== undefined && isKnown) terminal.out(`${owner} already has an account.\n`);
  else if (owner !== undefined) {
    const place = options.stack === undefined ? [] : ['--stack', options.stack];
    const create = ['create', '--email', owner, '--stage', options.stage, ...place];
    await accountProgram(terminal).parseAsync(create, { from: 'user' });
  }
  const { OwnerSignInUrl: signInUrl } = (await deployedOutputs(options)).outputs;
  if (ownerEmail !== undefined && signInUrl !== undefined)
    terminal.out(`${ownerEmail} is the owner of the first account and signs in at ${signInUrl}\n`);
  const next = [
    ...(accounts.length === 0 && owner === undefined
      ? [
          'Create the first account: set "ownerEmail", or run this command again with --owner <e-mail address>.',
        ]
      : []),
    ...(alarmEmail === undefined
      ? []
      : [
          `If you just turned on alarms, confirm the subscription in the e-mail that AWS sent to ${alarmEmail}.`,
        ]),
    ...(alarmEmail === undefined && alarmTopicArn === undefined
      ? ['No one is notified of alarms yet. Set "alarmEmail".']
      : []),
    'Save the settings in svc.json and commit the file, so that the next deployment uses the same settings.',
  ];
  terminal.out(next.map((line) => `${line}\n`).join(''));
}
