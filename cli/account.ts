/** `npm run account -- <command>`: the operator's command line (DESIGN section 8). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { planNames, type PlanName } from '../lambdas/domain/plans.ts';
import { systemRandom } from '../lambdas/domain/random.ts';
import { accountRegister, NoSuchAccount } from './accounts.ts';
import { deployedService, localService, ServiceNotFound } from './found-service.ts';

interface Where {
  readonly local?: true;
  readonly stage: string;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function register({ local, stage }: Where) {
  return accountRegister(local ? localService() : await deployedService(stage), Date.now, systemRandom);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

const planOption = (): Option => new Option('--plan <plan>', 'plan of the account').choices(planNames);

/** A command that knows where the service is. */
function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--local', 'the service that "npm start" runs on this machine')
    .option('--stage <stage>', 'the deployed stage', 'prod');
}

const create = command('create', 'make an account and its first management key, which is shown this once')
  .requiredOption('--name <name>', 'name of the account')
  .addOption(planOption().default('free'))
  .option('--quota <submissions>', "submissions a month, instead of the plan's", wholeNumber)
  .option('--json', 'answer as one JSON object')
  .action(async (given: Where & { name: string; plan: PlanName; quota?: number; json?: true }) => {
    const { account, managementKey, monthlyQuota } = await (
      await register(given)
    ).create({ name: given.name, plan: given.plan, monthly_quota: given.quota });
    const { account_id, plan } = account;
    if (given.json) {
      say(JSON.stringify({ account_id, plan, monthly_quota: monthlyQuota, management_key: managementKey }));
      return;
    }
    say(`Account         ${account_id} (${plan}, ${monthlyQuota} submissions a month)`);
    say(`Management key  ${managementKey}`);
    say('The key is not shown again.');
  });

const list = command('list', 'list all accounts')
  .option('--json', 'answer as a JSON array')
  .action(async (given: Where & { json?: true }) => {
    const accounts = (await (await register(given)).list()).map(({ cursor_key: _, ...shown }) => shown);
    if (given.json) say(JSON.stringify(accounts));
    else for (const { account_id, plan, name } of accounts) say(`${account_id}  ${plan.padEnd(4)}  ${name}`);
  });

const setPlan = command('set-plan', "change an account's plan, at once")
  .argument('<account>', 'id of the account')
  .argument('<plan>', planNames.join(', '), (text: string): PlanName => {
    const plan = planNames.find((each) => each === text);
    if (plan === undefined) throw new InvalidArgumentError(`It must be one of ${planNames.join(', ')}.`);
    return plan;
  })
  .action(async (accountId: string, plan: PlanName, given: Where) => {
    await (await register(given)).setPlan(accountId, plan);
    say(`${accountId} is on plan ${plan} now.`);
  });

try {
  await new Command('npm run account --')
    .description('Accounts of a form backend, for its operator')
    .addCommand(create)
    .addCommand(list)
    .addCommand(setPlan)
    .parseAsync();
} catch (error) {
  if (!(error instanceof ServiceNotFound || error instanceof NoSuchAccount)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
