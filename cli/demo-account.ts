/**
 * Creates the demo account on the local runner's first start. The account has a key of each type and three
 * members. Unless `--empty` is set, it also has a live form.
 */
import * as z from 'zod';
import { DAY } from '../lambdas/core/clock.ts';
import { systemRandom } from '../lambdas/core/random.ts';
import { accountKeys } from './account/account-keys.ts';
import { accountMembers } from './account/account-members.ts';
import { accountRegistry } from './account/account-registry.ts';
import { demoPeople } from './demo-people.ts';
import type { ServiceConnection } from './service-connection.ts';

interface DemoForm {
  readonly id: string;
  readonly slug: string;
}

export interface DemoAccount {
  readonly account_id: string;
  readonly management_key: string;
  readonly submission_key: string;
  /** Null if the account was created with `--empty`. */
  readonly form: DemoForm | null;
}

/**
 * How long demo invitations are valid, in milliseconds. The period is long because the local service might
 * not be started for months.
 */
const INVITED_FOR = 3650 * DAY;

/** Creates the demo account without a form. */
export async function makeDemoAccount(service: ServiceConnection): Promise<DemoAccount & { form: null }> {
  const accounts = accountRegistry(service, Date.now, systemRandom);
  const { account, managementKey } = await accounts.create({
    name: 'Demo',
    plan: 'pro',
    email: 'owner@example.com',
  });
  const { key: submissionKey } = await accountKeys(service, Date.now, systemRandom).mint(account.account_id, {
    type: 'submission',
    name: 'Demo',
  });
  await invitePeople(service, account.account_id);
  return {
    account_id: account.account_id,
    management_key: managementKey,
    submission_key: submissionKey,
    form: null,
  };
}

/**
 * Creates the demo account's form through the API at `baseUrl`.
 * @throws Error if the API rejects the form
 */
export async function makeDemoForm(managementKey: string, baseUrl: string): Promise<DemoForm> {
  const response = await fetch(`${baseUrl}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${managementKey}`, 'content-type': 'application/json' },
    // Don't set the slug, because "contact" may already be taken after an interrupted first start.
    body: JSON.stringify({ name: 'Contact' }),
  });
  if (response.status !== 201) throw new Error(`Could not create the demo form: ${await response.text()}`);
  return z.object({ id: z.string(), slug: z.string() }).parse(await response.json());
}

/**
 * Invites the demo users without sending e-mails. To sign in as a demo user, choose the user at the local
 * issuer.
 */
async function invitePeople(service: ServiceConnection, accountId: string): Promise<void> {
  const quiet = { ...service, queueEmail: () => Promise.resolve() };
  const members = accountMembers(quiet, Date.now, systemRandom);
  for (const { email, role } of demoPeople)
    await members.invite(accountId, { email, role }, { until: Date.now() + INVITED_FOR });
}
