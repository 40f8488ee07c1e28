/** Defines `npx svc-forms doctor`, which checks an AWS account before a stage is deployed to it. */
import type { Command } from 'commander';
import { group, type Terminal } from '../command-line.ts';
import { OperatorError } from '../operator-errors.ts';
import { diagnose, hasProblem, printFindings } from './doctor.ts';
import { targetOf, withStageOptions, type StageOptions } from './stage-context.ts';

/** Thrown if a check found a problem, so that the exit code is 1. */
class ProblemsFound extends OperatorError {
  override readonly name = 'ProblemsFound' as const;
}

/**
 * Creates the program, which writes its output to `terminal`.
 * @param folder folder of the CDK app
 */
export function doctorProgram(terminal: Terminal, folder = process.cwd()): Command {
  return withStageOptions(
    group(terminal, 'doctor', 'Check the AWS account, region and settings before a deployment'),
  )
    .option('--json', 'print JSON')
    .action(async (options: StageOptions & { readonly json?: true }) => {
      const findings = await diagnose(await targetOf(options, folder));
      printFindings(terminal, findings, options);
      const problems = findings.filter(({ level }) => level === 'problem').length;
      if (hasProblem(findings))
        throw new ProblemsFound(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`);
    });
}
