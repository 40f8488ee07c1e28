/**
 * Tests random histories of invitations, sign-ins, role changes and removals, some of them concurrent. Checks
 * that an account never loses its last owner, and that removed members lose all access.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { HOUR } from '../../lambdas/core/clock.ts';
import { Unavailable } from '../../lambdas/core/errors/errors.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { identityStore } from '../../lambdas/people/identity-store.ts';
import { memberStore } from '../../lambdas/people/members/member-store.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { newMember, type Member } from '../../lambdas/auth/member.ts';
import { sessionPrincipalStore } from '../../lambdas/auth/sessions/session-principal-store.ts';
import { signInSessionStore } from '../../lambdas/auth/sessions/session-store.ts';
import { parseSession } from '../../lambdas/auth/sessions/session.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { ISSUER } from '../support/samples/people.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');
const BY = { type: 'operator', id: 'operator', name: 'Operator' } as const;
/** Scopes of each role, copied from the specification. */
const SCOPES = { owner: ['read', 'write', 'admin'], editor: ['read', 'write'], viewer: ['read'] } as const;

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const person = fc.constantFrom('ann', 'bob', 'cem');
const role = fc.constantFrom('owner', 'editor', 'viewer');
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('invite' as const), person, role }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sign in' as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), person, role }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), person }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
/** A list of groups of steps. The steps in a group run concurrently. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });

/** Creates an account and keeps the cookies of every user who signs in. */
async function startWorld() {
  const { accountId } = await newAccount(stores);
  const { db, tables } = stores;
  const memberships = membershipStore(db, tables);
  const identities = identityStore(db, tables);
  const cookies: { cookie: string; memberId: string }[] = [];
  // Each world uses different identity provider subjects for its users, because all worlds share one table of
  // identities.
  const identityOf = (name: string) => ({ iss: ISSUER, sub: `${name} of ${accountId}` });
  const emailOf = (name: string) => `${name}.${accountId.toLowerCase().replace('_', '-')}@example.com`;

  const members = async (): Promise<readonly Member[]> =>
    (await memberStore(db, tables.members).list(accountId, 100)).rows;
  const memberNamed = async (name: string) =>
    (await members()).find(({ email }) => email === emailOf(name))?.member_id ?? 'mem_none';

  async function run(of: Step): Promise<void> {
    switch (of.do) {
      case 'invite': {
        const input = { email: emailOf(of.person), role: of.role };
        await memberships.invite(newMember(accountId, input, BY, AT, systemRandom));
        return;
      }
      case 'sign in': {
        const identity = identityOf(of.person);
        await identities.bindIdentity({ ...identity, email: emailOf(of.person) }, AT + HOUR);
        const member = await identities.memberOfIdentity(identity);
        if (!member) return;
        const cookie = await signInSessionStore(db, tables).createSession(member, AT + HOUR, systemRandom);
        cookies.push({ cookie, memberId: member.member_id });
        return;
      }
      case 'change':
        await memberships.change(accountId, await memberNamed(of.person), { role: of.role });
        return;
      case 'remove':
        await memberships.remove(accountId, await memberNamed(of.person));
    }
  }

  const principals = sessionPrincipalStore(db, tables, () => AT + 2 * HOUR);
  return {
    cookies,
    members,
    run: (of: Step): Promise<void> =>
      run(of).catch((error: unknown) => {
        // If there are too many concurrent changes, the service responds with `Unavailable` without changing
        // anything, and the client should retry.
        if (!(error instanceof Unavailable)) throw error;
      }),
    scopesOf: async (cookie: string) => (await principals.find(parseSession(cookie)!))?.principal.scopes,
    async countedOwners() {
      const Key = { account_id: accountId };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.accounts, Key, ConsistentRead: true }),
      );
      const { active_owners = 0, invited_owners = 0 } = Item ?? {};
      return { active: active_owners as number, invited: invited_owners as number };
    },
  };
}

test('an account always keeps an owner, counts its owners correctly, and gives removed members no access', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const world = await startWorld();
      let hadOwner = false;
      let hadActiveOwner = false;
      for (const group of groups) {
        await Promise.all(group.map((each) => world.run(each)));
        const members = await world.members();
        const owners = members.filter((each) => each.role === 'owner');
        const active = owners.filter(({ joined_at }) => joined_at !== undefined);
        hadOwner ||= owners.length > 0;
        hadActiveOwner ||= active.length > 0;
        if (hadOwner) expect(owners).not.toEqual([]);
        if (hadActiveOwner) expect(active).not.toEqual([]);
        expect(await world.countedOwners()).toEqual({
          active: active.length,
          invited: owners.length - active.length,
        });
        for (const { cookie, memberId } of world.cookies) {
          const member = members.find(({ member_id }) => member_id === memberId);
          expect(await world.scopesOf(cookie)).toEqual(member && SCOPES[member.role]);
        }
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
