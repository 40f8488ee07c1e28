/** Defines `svc-forms plan`, `drift` and `apply`. */
import type { Command } from 'commander';
import { applyPlan, planFile, planForChange } from '../../lambdas/forms-as-code/apply-file.ts';
import { ExitWith, type Terminal } from '../command-line.ts';
import {
  allowedDeletions,
  connectedApi,
  EXIT,
  formsCommand,
  withFormsFile,
  withPlanningOptions,
  type PlanningOptions,
} from './forms-options.ts';
import { driftWords, planJson, planText, planWords, type PlanWords } from './plan-lines.ts';

export function planCommand(terminal: Terminal): Command {
  return withPlanningOptions(
    formsCommand(
      terminal,
      'plan',
      'Show what "apply" would change. Exits with 0 if there is nothing to do, 2 if there are changes, 1 after an error',
    ),
  ).action((options: PlanningOptions) => showDifference(options, terminal, planWords(options.file)));
}

export function driftCommand(terminal: Terminal): Command {
  return withPlanningOptions(
    formsCommand(
      terminal,
      'drift',
      'Check whether the service still matches the file. Exits with 0 if it does, 2 if it differs, 1 after an error',
    ),
  ).action((options: PlanningOptions) => showDifference(options, terminal, driftWords(options.file)));
}

function showDifference(options: PlanningOptions, terminal: Terminal, words: PlanWords): Promise<void> {
  return withFormsFile(options, terminal, async (file, screen) => {
    const api = await connectedApi(options);
    const plan = await planFile(file.desired, api, {
      allowDelete: allowedDeletions(options.allowDelete),
      rotate: options.rotate ?? [],
    });
    screen.out(
      options.json
        ? `${JSON.stringify(planJson(plan, file))}\n`
        : planText(plan, file, words, terminal.hasColors ?? false),
    );
    if (plan.steps.length > 0) throw new ExitWith(EXIT.changes);
  });
}

type ApplyOptions = PlanningOptions & { readonly yes?: true };

export function applyCommand(terminal: Terminal): Command {
  return withPlanningOptions(
    formsCommand(
      terminal,
      'apply',
      'Change the service so that it matches the file. Exits with 3 if something changes in the meantime',
    ),
  )
    .option('--yes', 'Apply without a question')
    .action((options: ApplyOptions) =>
      withFormsFile(options, terminal, async (file, screen) => {
        const api = await connectedApi(options);
        const plan = await planForChange(file.desired, api, {
          allowDelete: allowedDeletions(options.allowDelete),
          rotate: options.rotate ?? [],
        });
        const say = options.json ? screen.err : screen.out;
        say(planText(plan, file, planWords(options.file), terminal.hasColors ?? false));
        if (plan.steps.length > 0) {
          if (!options.yes) await confirm(terminal);
          let done = 0;
          await applyPlan(plan, api, ({ target }) => {
            done += 1;
            say(`Applied ${done} of ${plan.steps.length}: ${target}\n`);
          });
        }
        if (options.json) screen.out(`${JSON.stringify(planJson(plan, file))}\n`);
      }),
    );
}

/** @throws ExitWith if the operator doesn't confirm the plan */
async function confirm({ ask }: Terminal): Promise<void> {
  if (!ask) throw new ExitWith(EXIT.failed, 'Nothing was written. Use --yes to apply without a question.');
  const answer = await ask('Apply these changes? Type "yes": ');
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitWith(EXIT.failed, 'Nothing was written.');
}
