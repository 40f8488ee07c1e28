import { DAY, HOUR, SECOND } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { identityStore } from '../../lambdas/people/identity-store.ts';
import { newMember, type MemberInput } from '../../lambdas/auth/member.ts';
import { memberStore } from '../../lambdas/people/members/member-store.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { ISSUER, newSessionCookie } from '../support/samples/people.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');
const BY = { type: 'key', id: 'key_1', name: 'CI' } as const;

let stores: TestStores;
let accountId: string;
let identities: ReturnType<typeof identityStore>;
let memberships: ReturnType<typeof membershipStore>;
beforeAll(async () => {
  stores = await startStores();
  identities = identityStore(stores.db, stores.tables);
  memberships = membershipStore(stores.db, stores.tables);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  ({ accountId } = await newAccount(stores));
});

let people = 0;
const newPerson = () => ({ iss: ISSUER, sub: `p${(people += 1)}`, email: `p${people}@example.com` });
const inviteAt = (at: number, input: Partial<MemberInput> & { email: string }, to = accountId) =>
  memberships.invite(newMember(to, { role: 'viewer', ...input }, BY, at, systemRandom));
const stored = (memberId: string) => memberStore(stores.db, stores.tables.members).find(accountId, memberId);

async function joined(input: Partial<MemberInput> = {}, to = accountId) {
  const person = newPerson();
  await inviteAt(AT, { email: person.email, ...input }, to);
  const [member] = (await identities.bindIdentity(person, AT)).bound;
  return { person, member: member! };
}

describe('an invitation', () => {
  test('adds the person who signs in with the invited address, with the role and forms in the invitation', async () => {
    const person = newPerson();
    const form_ids = ['frm_8K3Q0ZT5VW'];
    await inviteAt(AT, { email: person.email, role: 'editor', form_ids });
    expect(await identities.memberOfIdentity(person)).toBeUndefined();
    const { bound, expired } = await identities.bindIdentity({ ...person, name: 'Ann' }, AT + HOUR);
    expect(expired).toEqual([]);
    expect(bound).toMatchObject([
      { account_id: accountId, role: 'editor', form_ids, name: 'Ann', joined_at: '2026-11-05T11:20:30.400Z' },
    ]);
    expect(await stored(bound[0]!.member_id)).toEqual(bound[0]);
    expect(await identities.memberOfIdentity(person)).toEqual(bound[0]);
  });

  test('works only for the invited address, however it is spelled', async () => {
    const person = newPerson();
    await inviteAt(AT, { email: 'Ann@xn--mller-kva.example' });
    const other = { ...person, email: 'anna@müller.example' };
    expect(await identities.bindIdentity(other, AT)).toEqual({ bound: [], expired: [] });
    const same = { ...person, email: 'ANN@Müller.example' };
    expect((await identities.bindIdentity(same, AT)).bound).toHaveLength(1);
  });

  test('can be accepted for seven days', async () => {
    const [early, late] = [newPerson(), newPerson()];
    await inviteAt(AT, early);
    await inviteAt(AT, late);
    expect((await identities.bindIdentity(early, AT + 7 * DAY - SECOND)).bound).toHaveLength(1);
    expect(await identities.bindIdentity(late, AT + 7 * DAY)).toEqual({ bound: [], expired: [accountId] });
    expect(await identities.memberOfIdentity(late)).toBeUndefined();
  });

  test('is extended by seven days when it is renewed, and can give the same member a new role', async () => {
    const person = newPerson();
    const first = await inviteAt(AT, person);
    const again = await inviteAt(AT + 6 * DAY, { ...person, role: 'owner' });
    expect(again).toMatchObject({
      outcome: 'invited',
      member: { member_id: (first as { member: { member_id: string } }).member.member_id },
    });
    const { bound } = await identities.bindIdentity(person, AT + 12 * DAY);
    expect(bound).toMatchObject([{ role: 'owner' }]);
  });

  test('is refused for an active member', async () => {
    const { person } = await joined();
    expect(await inviteAt(AT, { email: person.email.toUpperCase() })).toEqual({ outcome: 'is-member' });
  });

  test('has no effect after it has been canceled', async () => {
    const person = newPerson();
    const result = await inviteAt(AT, person);
    if (result.outcome !== 'invited') throw new Error();
    await memberships.remove(accountId, result.member.member_id);
    expect(await identities.bindIdentity(person, AT)).toEqual({ bound: [], expired: [] });
    expect(await inviteAt(AT, person)).toMatchObject({ outcome: 'invited' });
  });

  test('binds only one identity if two people sign in with its address at the same time', async () => {
    const { email } = newPerson();
    await inviteAt(AT, { email, role: 'owner' });
    const two = [newPerson(), newPerson()].map((person) => ({ ...person, email }));
    const results = await Promise.all(two.map((person) => identities.bindIdentity(person, AT)));
    expect(results.flatMap(({ bound }) => bound)).toHaveLength(1);
    const found = await Promise.all(two.map((person) => identities.memberOfIdentity(person)));
    expect(found.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test('is accepted only once if a person signs in with two tabs', async () => {
    const person = newPerson();
    await inviteAt(AT, { ...person, role: 'owner' });
    await Promise.all([identities.bindIdentity(person, AT), identities.bindIdentity(person, AT)]);
    expect(await identities.memberOfIdentity(person)).toMatchObject({ role: 'owner' });
  });

  test("can't be used by another identity with the same address after a member has accepted it", async () => {
    const { person, member } = await joined();
    const other = { ...newPerson(), email: person.email };
    expect(await identities.bindIdentity(other, AT)).toEqual({ bound: [], expired: [] });
    expect(await identities.memberOfIdentity(other)).toBeUndefined();
    expect(await identities.memberOfIdentity(person)).toEqual(member);
  });

  test("can't be accepted by the same subject at another issuer", async () => {
    const { person } = await joined();
    expect(await identities.memberOfIdentity({ ...person, iss: 'https://other.example' })).toBeUndefined();
  });
});

describe('a person with several accounts', () => {
  test('is signed in to the account they used last unless they choose another', async () => {
    const other = (await newAccount(stores)).accountId;
    const person = newPerson();
    await inviteAt(AT, person);
    await inviteAt(AT, { email: person.email }, other);
    const { bound } = await identities.bindIdentity(person, AT);
    expect(bound.map(({ account_id }) => account_id).sort()).toEqual([accountId, other].sort());
    const inOther = bound.find(({ account_id }) => account_id === other)!;
    await newSessionCookie(stores, inOther, AT + HOUR);
    expect(await identities.memberOfIdentity(person)).toMatchObject({ account_id: other });
    expect(await identities.memberOfIdentity(person, accountId)).toMatchObject({ account_id: accountId });
    expect(await identities.memberOfIdentity(person, 'acc_000000000000')).toMatchObject({
      account_id: other,
    });
  });

  test('can be removed from one account without losing the others', async () => {
    const other = (await newAccount(stores)).accountId;
    const { person, member } = await joined();
    await inviteAt(AT, { email: person.email }, other);
    await identities.bindIdentity(person, AT);
    await memberships.remove(accountId, member.member_id);
    expect(await identities.memberOfIdentity(person, accountId)).toMatchObject({ account_id: other });
  });
});

describe('the last owner', () => {
  test("can't leave or step down", async () => {
    const { member } = await joined({ role: 'owner' });
    await joined({ role: 'editor' });
    expect(await memberships.remove(accountId, member.member_id)).toEqual({ outcome: 'last-owner' });
    expect(await memberships.change(accountId, member.member_id, { role: 'editor' })).toEqual({
      outcome: 'last-owner',
    });
    expect(await stored(member.member_id)).toMatchObject({ role: 'owner' });
  });

  test("can't leave if the other owner is only invited", async () => {
    const { member } = await joined({ role: 'owner' });
    await inviteAt(AT, { ...newPerson(), role: 'owner' });
    expect(await memberships.remove(accountId, member.member_id)).toEqual({ outcome: 'last-owner' });
  });

  test('can leave after another owner has signed in', async () => {
    const { member } = await joined({ role: 'owner' });
    await joined({ role: 'owner' });
    expect(await memberships.remove(accountId, member.member_id)).toMatchObject({ outcome: 'changed' });
  });

  test("can't leave, even if no owner has signed in yet", async () => {
    const first = await inviteAt(AT, { ...newPerson(), role: 'owner' });
    if (first.outcome !== 'invited') throw new Error();
    const { member_id } = first.member;
    expect(await memberships.remove(accountId, member_id)).toEqual({ outcome: 'last-owner' });
    expect(await inviteAt(AT, { email: first.member.email, role: 'viewer' })).toEqual({
      outcome: 'last-owner',
    });
    await joined({ role: 'owner' });
    expect(await memberships.remove(accountId, member_id)).toMatchObject({ outcome: 'changed' });
  });

  test('remains after thirty concurrent removals of the last two owners', async () => {
    const owners = [await joined({ role: 'owner' }), await joined({ role: 'owner' })];
    const removals = Array.from({ length: 30 }, (_, index) =>
      memberships
        .remove(accountId, owners[index % 2]!.member.member_id)
        .then(({ outcome }) => outcome)
        .catch(() => 'failed'),
    );
    const outcomes = await Promise.all(removals);
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
    const left = await memberStore(stores.db, stores.tables.members).list(accountId, 100);
    expect(left.rows.map(({ role }) => role)).toEqual(['owner']);
  });
});

describe('a change', () => {
  test('keeps the form limit unless it is changed and removes the limit for an owner', async () => {
    const form_ids = ['frm_8K3Q0ZT5VW'];
    const { member } = await joined({ form_ids });
    const change = (patch: Parameters<typeof memberships.change>[2]) =>
      memberships.change(accountId, member.member_id, patch);
    expect(await change({ role: 'editor' })).toMatchObject({ member: { role: 'editor', form_ids } });
    await change({ role: 'owner' });
    expect(await stored(member.member_id)).not.toHaveProperty('form_ids');
    await joined({ role: 'owner' });
    await change({ role: 'viewer', form_ids });
    await change({ form_ids: null });
    expect(await stored(member.member_id)).not.toHaveProperty('form_ids');
  });

  test('keeps both changes if two are made at the same time', async () => {
    const { member } = await joined();
    const form_ids = ['frm_8K3Q0ZT5VW'];
    await Promise.all([
      memberships.change(accountId, member.member_id, { role: 'editor' }),
      memberships.change(accountId, member.member_id, { form_ids }),
    ]);
    expect(await stored(member.member_id)).toMatchObject({ role: 'editor', form_ids });
  });

  test('returns 404 for an unknown member', async () => {
    const unknown = 'mem_01KQ4S0D80T7H2W5J9R3X6M8QC';
    expect(await memberships.change(accountId, unknown, {})).toEqual({ outcome: 'no-such-member' });
    expect(await memberships.remove(accountId, unknown)).toEqual({ outcome: 'no-such-member' });
  });
});
