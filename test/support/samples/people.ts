/** Creates members in a test's stores, using the functions that invitations and sign-ins use. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { newConnection, type Connection } from '../../../lambdas/auth/connections/connection.ts';
import { newConnectionId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { identityStore } from '../../../lambdas/people/identity-store.ts';
import { newMember, type Member, type MemberInput } from '../../../lambdas/auth/member.ts';
import { membershipStore } from '../../../lambdas/people/members/membership-store.ts';
import { signInSessionStore } from '../../../lambdas/auth/sessions/session-store.ts';
import type { TestStores } from '../emulators/stores.ts';

export const ISSUER = 'https://issuer.example';
const OPERATOR = { type: 'operator', id: 'operator', name: 'operator' } as const;

/** A member and their session cookies. */
export interface SignedIn {
  readonly member: Member;
  readonly identity: { readonly iss: string; readonly sub: string };
  /** Cookies that a browser would send with each request to the service. */
  readonly cookies: readonly string[];
}

/** Invites a user to the account. */
export async function invite(
  { db, tables }: TestStores,
  accountId: string,
  given: Partial<MemberInput> = {},
): Promise<Member> {
  const input: MemberInput = { email: `${randomUUID()}@example.com`, role: 'viewer', ...given };
  const invited = newMember(accountId, input, OPERATOR, Date.now(), systemRandom);
  const result = await membershipStore(db, tables).invite(invited);
  if (result.outcome !== 'invited') throw new Error(`Not invited: ${result.outcome}`);
  return result.member;
}

/** Invites a user to the account, accepts the invitation and signs the user in. */
export async function signIn(
  stores: TestStores,
  accountId: string,
  given: Partial<MemberInput> = {},
): Promise<SignedIn> {
  const { email } = await invite(stores, accountId, given);
  const identity = { iss: ISSUER, sub: randomUUID() };
  const { bound } = await identityStore(stores.db, stores.tables).bindIdentity(
    { ...identity, email },
    Date.now(),
  );
  const member = bound.find(({ account_id }) => account_id === accountId);
  if (!member) throw new Error('The member was not bound to the identity');
  return { member, identity, cookies: [await newSessionCookie(stores, member)] };
}

/** Starts another session for the member and returns its cookie. */
export async function newSessionCookie(
  { db, tables }: TestStores,
  member: Member,
  at = Date.now(),
): Promise<string> {
  const value = await signInSessionStore(db, tables).createSession(member, at, systemRandom);
  return `__Host-svc-session=${value}`;
}

/**
 * Authorizes an app on behalf of the member. The result is the same as when the app redeems an authorization
 * code.
 */
export async function connect(
  { db, tables }: TestStores,
  accountId: string,
  { memberId, app, at = Date.now() }: { memberId: string; app: { id: string; name: string }; at?: number },
): Promise<Connection> {
  const consent = {
    account_id: accountId,
    connection_id: newConnectionId(accountId, at, systemRandom),
    member_id: memberId,
    client_id: app.id,
    app_name: app.name,
    scopes: ['read' as const],
  };
  const { stored } = newConnection(consent, at, systemRandom);
  await db.send(new PutCommand({ TableName: tables.connections, Item: stored }));
  return stored;
}
