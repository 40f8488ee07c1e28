/**
 * Creates the first account during a deployment (`ownerEmail`). CloudFormation invokes this function for a
 * custom resource. The resource's physical id is the account's id.
 */
import * as z from 'zod/mini';
import { memberEmail, newMember } from '../auth/member.ts';
import { addEmail } from '../aws/email-queue.ts';
import { cognitoClient } from '../aws/clients/cognito-client.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { answer, requestWith, type Result } from '../aws/custom-resource-client.ts';
import type { Clock } from '../core/clock.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { signInAddress } from '../emails/content/invitation-email.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { emailKey } from '../people/identity.ts';
import { invitationSender, type InvitationDeps } from '../people/members/invitation-sender.ts';
import { membershipStore } from '../people/members/membership-store.ts';
import { userPoolStore } from '../people/members/user-pool-store.ts';
import { DEPLOYMENT, firstAccountId } from './first-account.ts';
import { firstAccountStore } from './first-account-store.ts';

const properties = z.object({ OwnerEmail: z.string() });
const request = requestWith(properties, properties);

interface Deps {
  readonly accounts: ReturnType<typeof firstAccountStore>;
  readonly invitations: InvitationDeps;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Creates the function that handles CloudFormation's requests. Each request can be repeated:
 *
 * - Create: creates the account and invites the owner. If the address already belongs to an account's owner,
 *   uses that account and changes nothing.
 * - Update: if the address changed, invites the new owner to the same account. The previous owner stays.
 * - Delete: keeps the account.
 */
export function makeFirstAccount({ accounts, invitations, baseUrl, now, random }: Deps) {
  const send = invitationSender(invitations);

  async function invite(accountId: string, email: string): Promise<void> {
    const invited = newMember(accountId, { email, role: 'owner' }, DEPLOYMENT, now(), random);
    const { outcome } = await send(invited, { rowOf: (id) => accounts.invitationRow(accountId, id) });
    if (outcome === 'last-owner')
      throw new Error(`The account ${accountId} was deleted while its owner was being invited. Try again.`);
  }

  async function create(stackId: string, email: string): Promise<string> {
    const id = firstAccountId(stackId);
    const owned = await accounts.accountsOwnedBy(email);
    const [existing] = owned;
    if (existing !== undefined && !owned.includes(id)) return existing;
    await accounts.create(id, email);
    await invite(id, email);
    return id;
  }

  async function update(id: string, before: string, email: string): Promise<string> {
    if (emailKey(before) === emailKey(email)) return id;
    // This call recreates the account if it has been deleted, and does nothing otherwise.
    await accounts.create(id, email);
    await accounts.changeEmail(id, before, email);
    await invite(id, email);
    return id;
  }

  return (event: unknown): Promise<void> =>
    answer(event, firstAccountId, async (): Promise<Result> => {
      const parsed = request.parse(event);
      if (parsed.RequestType === 'Delete') return { data: {} };
      const email = addressOf(parsed.ResourceProperties.OwnerEmail);
      const id =
        parsed.RequestType === 'Create'
          ? await create(parsed.StackId, email)
          : await update(parsed.PhysicalResourceId, parsed.OldResourceProperties.OwnerEmail, email);
      return { id, data: { SignInUrl: signInAddress(baseUrl, id) } };
    });
}

/** @throws Error */
function addressOf(text: string): string {
  const { data, success } = memberEmail.safeParse(text);
  if (!success) throw new Error('The owner must be an e-mail address, for example ada@example.com.');
  return data;
}

const environment = readEnvironment(
  'ACCOUNTS_TABLE',
  'AUDIT_EVENTS_TABLE',
  'BASE_URL',
  'FORMS_TABLE',
  'FORM_JOBS_TABLE',
  'FORM_SLUGS_TABLE',
  'IDENTITIES_TABLE',
  'INVITATIONS_TABLE',
  'MEMBERS_TABLE',
);
const db = documentClient();
const tables = {
  accounts: environment.ACCOUNTS_TABLE,
  auditEvents: environment.AUDIT_EVENTS_TABLE,
  forms: environment.FORMS_TABLE,
  identities: environment.IDENTITIES_TABLE,
  invitations: environment.INVITATIONS_TABLE,
  jobs: environment.FORM_JOBS_TABLE,
  members: environment.MEMBERS_TABLE,
  slugs: environment.FORM_SLUGS_TABLE,
};

export const handler = makeFirstAccount({
  accounts: firstAccountStore(db, tables, Date.now, systemRandom),
  invitations: {
    members: membershipStore(db, tables),
    userPool: userPoolStore(readIfGiven('USER_POOL_ID'), cognitoClient),
    queue: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
  },
  baseUrl: environment.BASE_URL,
  now: Date.now,
  random: systemRandom,
});
