/** `npm run account -- create`, `list`, `set-plan` and `set-quota`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { planNames, type Account, type PlanName } from '../lambdas/accounts/plans.ts';
import { systemRandom } from '../lambdas/core/random.ts';
import { accountRegister } from './accounts.ts';
import {
  answer,
  columns,
  command,
  givenName,
  serviceOf,
  wholeNumber,
  type Given,
  type Terminal,
} from './command-line.ts';

type Register = ReturnType<typeof accountRegister>;

async function registerOf(given: Given): Promise<Register> {
  return accountRegister(await serviceOf(given), Date.now, systemRandom);
}

/** An account as the operator sees it. */
function shown(of: Account, accounts: Register) {
  const { account_id, name, plan, created_at } = of;
  return { account_id, name, plan, monthly_quota: accounts.quotaOf(of), created_at };
}

function planName(text: string): PlanName {
  const plan = planNames.find((each) => each === text);
  if (plan === undefined) throw new InvalidArgumentError(`It must be one of ${planNames.join(', ')}.`);
  return plan;
}

export function createCommand(terminal: Terminal): Command {
  return command(terminal, 'create', 'make an account and its first management key, which is shown this once')
    .requiredOption('--name <name>', 'name of the account', givenName)
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(planNames).default('free'))
    .option('--quota <submissions>', "submissions a month, instead of the plan's", wholeNumber)
    .action(async (given: Given & { name: string; plan: PlanName; quota?: number }) => {
      const { name, plan, quota } = given;
      const accounts = await registerOf(given);
      const { account, managementKey } = await accounts.create({ name, plan, monthly_quota: quota });
      const { account_id } = account;
      const monthly_quota = accounts.quotaOf(account);
      answer(terminal, given, { account_id, plan, monthly_quota, management_key: managementKey }, [
        `Account         ${account_id} (${plan}, ${monthly_quota} submissions a month)`,
        `Management key  ${managementKey}`,
        'The key is not shown again.',
      ]);
    });
}

export function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', 'list all accounts, oldest first').action(async (given: Given) => {
    const accounts = await registerOf(given);
    const all = (await accounts.list()).map((each) => shown(each, accounts));
    const rows = all.map((each) => [each.account_id, each.plan, String(each.monthly_quota), each.name]);
    answer(terminal, given, all, columns([['ACCOUNT', 'PLAN', 'QUOTA', 'NAME'], ...rows]));
  });
}

export function setPlanCommand(terminal: Terminal): Command {
  return command(terminal, 'set-plan', "change an account's plan, at once")
    .argument('<account>', 'id of the account')
    .argument('<plan>', planNames.join(', '), planName)
    .action(async (accountId: string, plan: PlanName, given: Given) => {
      const accounts = await registerOf(given);
      const changed = shown(await accounts.setPlan(accountId, plan), accounts);
      const { monthly_quota } = changed;
      answer(terminal, given, changed, [
        `${accountId} is on plan ${plan} now, with ${monthly_quota} submissions a month.`,
      ]);
    });
}

export function setQuotaCommand(terminal: Terminal): Command {
  const setQuota = command(terminal, 'set-quota', 'give an account a monthly quota of its own, at once')
    .argument('<account>', 'id of the account')
    .argument('[submissions]', 'submissions a month', wholeNumber)
    .option('--default', "the plan's quota again");
  return setQuota.action(
    async (accountId: string, quota: number | undefined, given: Given & { default?: true }) => {
      if ((quota === undefined) !== (given.default === true))
        setQuota.error('error: give either a number of submissions or --default');
      const accounts = await registerOf(given);
      const changed = shown(await accounts.setQuota(accountId, quota), accounts);
      answer(terminal, given, changed, [
        `${accountId} has ${changed.monthly_quota} submissions a month now.`,
      ]);
    },
  );
}
