/** What the local runner has to show at its first start: an account, a live form and a key of each type. */
import * as z from 'zod';
import { systemRandom } from '../lambdas/core/random.ts';
import { accountKeys } from './account-keys.ts';
import { accountRegister, type FoundService } from './accounts.ts';

export interface DemoAccount {
  readonly account_id: string;
  readonly management_key: string;
  readonly submission_key: string;
  readonly form: { readonly id: string; readonly slug: string };
}

/** Makes the demo account; its form goes through the service's own API. */
export async function makeDemoAccount(service: FoundService, baseUrl: string): Promise<DemoAccount> {
  const register = accountRegister(service, Date.now, systemRandom);
  const { account, managementKey } = await register.create({ name: 'Demo', plan: 'pro' });
  const { key: submissionKey } = await accountKeys(service, Date.now, systemRandom).mint(account.account_id, {
    type: 'submission',
    name: 'Demo',
  });
  const answer = await fetch(`${baseUrl}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${managementKey}`, 'content-type': 'application/json' },
    // Without a slug: a form of a first start that was killed may hold "contact" already.
    body: JSON.stringify({ name: 'Contact' }),
  });
  if (answer.status !== 201) throw new Error(`The demo form was not made: ${await answer.text()}`);
  const { id, slug } = z.object({ id: z.string(), slug: z.string() }).parse(await answer.json());
  return {
    account_id: account.account_id,
    management_key: managementKey,
    submission_key: submissionKey,
    form: { id, slug },
  };
}
