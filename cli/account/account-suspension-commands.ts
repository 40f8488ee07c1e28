/** Defines the commands `npm run account -- suspend`, `resume` and `delete`. */
import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { systemRandom } from '../../lambdas/core/random.ts';
import { accountDeletion } from './account-deletion.ts';
import { accountRegistry } from './account-registry.ts';
import { command, connect, print, type CommandOptions, type Terminal } from '../command-line.ts';
import { NotConfirmed } from '../operator-errors.ts';

export function suspendCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'suspend',
    'Suspend an account: reject its requests and submissions, and stop its e-mails and webhooks (takes effect immediately)',
  )
    .argument('<account>', 'Account ID')
    .action(async (accountId: string, options: CommandOptions) => {
      const accounts = accountRegistry(await connect(options), Date.now, systemRandom);
      const { suspended_at } = await accounts.suspend(accountId);
      print(terminal, options, { account_id: accountId, status: 'suspended', suspended_at }, [
        `Suspended ${accountId}.`,
      ]);
    });
}

export function resumeCommand(terminal: Terminal): Command {
  return command(terminal, 'resume', 'Resume a suspended account (takes effect immediately)')
    .argument('<account>', 'Account ID')
    .action(async (accountId: string, options: CommandOptions) => {
      const accounts = accountRegistry(await connect(options), Date.now, systemRandom);
      await accounts.resume(accountId);
      print(terminal, options, { account_id: accountId, status: 'active' }, [
        `${accountId} is active again. You can replay deliveries that failed in the meantime.`,
      ]);
    });
}

export function deleteCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'delete',
    'Delete an account with its forms, submissions, files, webhooks and keys. If the command is interrupted, run it again',
  )
    .argument('<account>', 'Account ID')
    .option('--yes', 'Skip the confirmation prompt')
    .action(async (accountId: string, options: CommandOptions & { yes?: true }) => {
      const service = await connect(options);
      const { name } = await accountRegistry(service, Date.now, systemRandom).find(accountId);
      if (!options.yes) await confirm(terminal, accountId, name);
      const report = (line: string): void => {
        if (!options.json) terminal.out(`${line}\n`);
      };
      const deletion = accountDeletion(service, {
        now: Date.now,
        random: systemRandom,
        pause: (milliseconds) => pause(milliseconds),
        report,
      });
      const deleted = await deletion.delete(accountId);
      print(terminal, options, { account_id: accountId, deleted: true, ...deleted }, [
        `Deleted ${accountId}.`,
      ]);
    });
}

/**
 * Asks the operator to confirm the account's deletion.
 * @throws NotConfirmed
 */
async function confirm({ ask }: Terminal, accountId: string, name: string): Promise<void> {
  const question = `This permanently deletes "${name}" and all its data. Type ${accountId} to continue: `;
  if (!ask || (await ask(question)).trim() !== accountId) throw new NotConfirmed(accountId);
}
