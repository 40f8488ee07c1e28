/**
 * Defines the commands `npm run account -- create`, `list`, `rename`, `set-plan`, `set-quota` and
 * `set-email`.
 */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Account } from '../../lambdas/accounts/account.ts';
import { planNames, type PlanName } from '../../lambdas/accounts/plans.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { accountMembers } from './account-members.ts';
import { accountRegistry } from './account-registry.ts';
import {
  print,
  columns,
  command,
  nameArgument,
  connect,
  emailArgument,
  wholeNumber,
  type CommandOptions,
  type Terminal,
} from '../command-line.ts';

type AccountRegistry = ReturnType<typeof accountRegistry>;

async function registryOf(options: CommandOptions): Promise<AccountRegistry> {
  return accountRegistry(await connect(options), Date.now, systemRandom);
}

/** Returns the account fields that commands print. */
function toAccountRow(of: Account, accounts: AccountRegistry) {
  const { account_id, name, plan, email = null, created_at } = of;
  const monthly_quota = accounts.quotaOf(of);
  return { account_id, name, plan, monthly_quota, email, status: statusOf(of), created_at };
}

/** Returns the account's status. `deleting` means that a deletion has started but not finished. */
function statusOf({ suspended_at, deleted_at }: Account): 'active' | 'suspended' | 'deleting' {
  if (deleted_at !== undefined) return 'deleting';
  return suspended_at === undefined ? 'active' : 'suspended';
}

function planName(text: string): PlanName {
  const plan = planNames.find((each) => each === text);
  if (plan === undefined) throw new InvalidArgumentError(`Must be one of: ${planNames.join(', ')}.`);
  return plan;
}

export function createCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'create',
    'Create an account with its first owner and management key. The key is shown only once',
  )
    .option('--name <name>', "Account name (defaults to the owner's e-mail address)", nameArgument)
    .addOption(new Option('--plan <plan>', 'Plan of the account').choices(planNames).default('free'))
    .option('--quota <submissions>', "Monthly submission quota (overrides the plan's quota)", wholeNumber)
    .option(
      '--email <address>',
      'E-mail address of the owner, who is invited to sign in and receives notices',
      emailArgument,
    )
    .action(
      async (
        options: CommandOptions & { name?: string; plan: PlanName; quota?: number; email?: string },
        program: Command,
      ) => {
        const { plan, quota, email } = options;
        const name = options.name ?? email;
        if (name === undefined) program.error('error: specify --name, --email or both');
        const service = await connect(options);
        const accounts = accountRegistry(service, Date.now, systemRandom);
        const { account, managementKey } = await accounts.create({
          name,
          plan,
          monthly_quota: quota,
          email,
        });
        const { account_id } = account;
        const monthly_quota = accounts.quotaOf(account);
        const owner =
          email === undefined
            ? undefined
            : await accountMembers(service, Date.now, systemRandom).invite(account_id, {
                email,
                role: 'owner',
              });
        const shown = { account_id, plan, monthly_quota, email: email ?? null };
        const urls = owner && { sign_in_url: owner.sign_in_url };
        print(terminal, options, { ...shown, ...urls, management_key: managementKey }, [
          `Account         ${account_id} (${plan}, ${monthly_quota} submissions per month)`,
          ...(email === undefined ? [] : [`Owner           ${email} (invited)`]),
          ...(owner ? [`Sign in at      ${owner.sign_in_url}`] : []),
          `Management key  ${managementKey}`,
          "Save this key now. You won't be able to see it again.",
        ]);
      },
    );
}

export function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', 'List all accounts, oldest first').action(
    async (options: CommandOptions) => {
      const accounts = await registryOf(options);
      const all = (await accounts.list()).map((each) => toAccountRow(each, accounts));
      const rows = all.map((each) => [
        ...[each.account_id, each.plan, String(each.monthly_quota)],
        ...[each.status, each.name],
      ]);
      print(terminal, options, all, columns([['ACCOUNT', 'PLAN', 'QUOTA', 'STATUS', 'NAME'], ...rows]));
    },
  );
}

export function renameCommand(terminal: Terminal): Command {
  return command(terminal, 'rename', 'Rename an account')
    .argument('<account>', 'Account ID')
    .argument('<name>', 'New name', nameArgument)
    .action(async (accountId: string, name: string, options: CommandOptions) => {
      const accounts = await registryOf(options);
      const renamed = toAccountRow(await accounts.rename(accountId, name), accounts);
      print(terminal, options, renamed, [`Renamed ${accountId} to "${name}".`]);
    });
}

export function setPlanCommand(terminal: Terminal): Command {
  return command(terminal, 'set-plan', "Change an account's plan (takes effect immediately)")
    .argument('<account>', 'Account ID')
    .argument('<plan>', planNames.join(', '), planName)
    .action(async (accountId: string, plan: PlanName, options: CommandOptions) => {
      const accounts = await registryOf(options);
      const changed = toAccountRow(await accounts.setPlan(accountId, plan), accounts);
      const { monthly_quota } = changed;
      print(terminal, options, changed, [
        `${accountId} is now on the ${plan} plan with ${monthly_quota} submissions per month.`,
      ]);
    });
}

export function setQuotaCommand(terminal: Terminal): Command {
  const setQuota = command(
    terminal,
    'set-quota',
    "Override the plan's monthly quota for an account (takes effect immediately)",
  )
    .argument('<account>', 'Account ID')
    .argument('[submissions]', 'Submissions per month', wholeNumber)
    .option('--default', "Use the plan's quota again");
  return setQuota.action(
    async (accountId: string, quota: number | undefined, options: CommandOptions & { default?: true }) => {
      if ((quota === undefined) !== (options.default === true))
        setQuota.error('error: specify either a number of submissions or --default');
      const accounts = await registryOf(options);
      const changed = toAccountRow(await accounts.setQuota(accountId, quota), accounts);
      print(terminal, options, changed, [
        `${accountId} now has a quota of ${changed.monthly_quota} submissions per month.`,
      ]);
    },
  );
}

export function setEmailCommand(terminal: Terminal): Command {
  const setEmail = command(
    terminal,
    'set-email',
    'Set the e-mail address that receives notices about an account',
  )
    .argument('<account>', 'Account ID')
    .argument('[email]', 'E-mail address of the owner', emailArgument)
    .option('--none', 'Remove the address and stop sending notices');
  return setEmail.action(
    async (accountId: string, email: string | undefined, options: CommandOptions & { none?: true }) => {
      if ((email === undefined) !== (options.none === true))
        setEmail.error('error: specify either an address or --none');
      const accounts = await registryOf(options);
      const changed = toAccountRow(await accounts.setEmail(accountId, email), accounts);
      print(terminal, options, changed, [
        email === undefined
          ? `Removed the notice address of ${accountId}.`
          : `Notices about ${accountId} are now sent to ${email}.`,
      ]);
    },
  );
}
