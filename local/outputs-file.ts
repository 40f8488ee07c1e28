/** Writes `outputs.json` with the running service's URLs, ids and keys. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { fillDemoAccount } from '../cli/demo/fill-demo-account.ts';
import { makeDemoAccount, makeDemoForm, type DemoAccount } from '../cli/demo-account.ts';
import { serviceAt } from '../cli/service-connection.ts';
import { RunnerError, messageOf } from './runner-error.ts';
import type { RunnerFolder } from './runner-folder.ts';
import type { RunningStack } from './run-stack.ts';

const OUTPUTS = 'outputs.json';

const demoAccount = z.object({
  account_id: z.string(),
  management_key: z.string(),
  submission_key: z.string(),
  /** Null after a start with `--empty`. */
  form: z.object({ id: z.string(), slug: z.string() }).nullable(),
});

const demoTables = z.object({
  SubmissionsTable: z.string(),
  DeliveriesTable: z.string(),
  WebhooksTable: z.string(),
  CountersTable: z.string(),
});

/** The content of `outputs.json`, used by the command line, the tests and client developers. */
export type Outputs = z.infer<typeof demoAccount> & {
  readonly base_url: string;
  /** URL of the local issuer that users sign in with. Absent if the stage has another issuer or none. */
  readonly issuer?: string;
  readonly stack_outputs: Readonly<Record<string, string>>;
  readonly endpoints: RunningStack['endpoints'];
};

/**
 * Writes `outputs.json` with the demo account's keys. If the account doesn't exist yet, creates it, with a
 * form and demo data unless `empty` is set.
 * @throws RunnerError if the account can't be created
 */
export async function writeOutputs(
  folder: RunnerFolder,
  stack: RunningStack,
  baseUrl: string,
  { empty, issuer }: { empty: boolean; issuer: string | undefined },
): Promise<Outputs> {
  const present = existing(folder);
  // Start loading the web function now, because creating the demo data ends with form submissions, which need
  // it.
  if (present === undefined && !empty) stack.warm();
  const demo = present ?? (await newDemoAccount(stack, baseUrl, empty));
  const outputs = {
    base_url: baseUrl,
    ...(issuer !== undefined && { issuer }),
    ...demo,
    stack_outputs: stack.outputs,
    endpoints: stack.endpoints,
  };
  folder.writeJson(OUTPUTS, outputs);
  return outputs;
}

function existing(folder: RunnerFolder): z.infer<typeof demoAccount> | undefined {
  if (!existsSync(folder.file(OUTPUTS))) return undefined;
  try {
    return demoAccount.parse(JSON.parse(readFileSync(folder.file(OUTPUTS), 'utf8')));
  } catch (cause) {
    throw new RunnerError(`cannot read ${folder.file(OUTPUTS)}; to start over, run npm start -- --fresh`, {
      cause,
    });
  }
}

/**
 * Creates the account on the first start, with a form and demo data unless `empty` is set.
 * @param stack a running stack
 * @throws RunnerError if the account can't be created
 */
export async function newDemoAccount(
  stack: Pick<RunningStack, 'outputs'> & { readonly endpoints: Parameters<typeof serviceAt>[0] },
  baseUrl: string,
  empty: boolean,
): Promise<DemoAccount> {
  try {
    const service = serviceAt(stack.endpoints, stack.outputs);
    const account = await makeDemoAccount(service);
    if (empty) return account;
    const form = await makeDemoForm(account.management_key, baseUrl);
    const { SubmissionsTable, DeliveriesTable, WebhooksTable, CountersTable } = demoTables.parse(
      stack.outputs,
    );
    await fillDemoAccount(
      {
        baseUrl,
        managementKey: account.management_key,
        accountId: account.account_id,
        contactFormId: form.id,
        db: service.db,
        tables: {
          submissions: SubmissionsTable,
          deliveries: DeliveriesTable,
          webhooks: WebhooksTable,
          counters: CountersTable,
        },
      },
      Date.now(),
    );
    return { ...account, form };
  } catch (cause) {
    throw new RunnerError(`${messageOf(cause)} (to start over, run npm start -- --fresh)`, { cause });
  }
}
