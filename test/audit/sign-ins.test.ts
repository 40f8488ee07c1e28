/** Tests that the audit log records changes made by signing in. */
import { startHostileIssuer, CLIENT_ID, type HostileIssuer } from '../support/issuer/hostile-issuer.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { invite } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let issuer: HostileIssuer;
let call: ReturnType<typeof handlersOn>;
let ours: TestAccount;

beforeAll(async () => {
  [stores, issuer] = await Promise.all([startStores(), startHostileIssuer()]);
  call = handlersOn(stores, {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_TRUST_EMAIL: 'false',
  });
  ours = await newAccount(stores);
});
afterAll(() => Promise.all([stores.stop(), issuer.stop()]));

async function signIn(claims: Record<string, string>) {
  const headers = { accept: 'text/html' };
  const started = await call('startSignIn', { headers });
  const cookies = started.cookies.map((each) => each.split(';')[0] ?? '');
  return call('finishSignIn', {
    headers,
    cookies,
    query: issuer.approve(started.headers['location']!, { claims }),
  });
}
const rowsOf = async ({ key }: TestAccount): Promise<any[]> =>
  (await call('listAuditLog', { key })).body.data.filter(({ actor }: any) => actor.type === 'member');

it('writes a row for each accepted invitation in its account, and for each sign-in', async () => {
  const theirs = await newAccount(stores);
  const claims = { sub: 'ann', email: 'ann@example.com' };
  const member = await invite(stores, ours.accountId, { email: claims.email });
  await invite(stores, theirs.accountId, { email: claims.email });
  const finished = [await signIn(claims), await signIn(claims)];
  expect(finished.map(({ status }) => status)).toEqual([302, 302]);

  const all = [...(await rowsOf(ours)), ...(await rowsOf(theirs))].map(({ action }) => action);
  expect(all.toSorted()).toEqual(['acceptInvitation', 'acceptInvitation', 'finishSignIn', 'finishSignIn']);
  const accepted = (await rowsOf(ours)).filter(({ action }) => action === 'acceptInvitation');
  expect(accepted).toEqual([
    expect.objectContaining({
      actor: { type: 'member', id: member.member_id, name: expect.any(String) },
      target: { type: 'member', id: member.member_id, name: member.email },
      outcome: 'completed',
      request_id: finished[0]!.headers['x-request-id'],
      ip: '203.0.113.7',
    }),
  ]);
});

it("writes no row for a person who isn't a member", async () => {
  const before = await rowsOf(ours);
  expect((await signIn({ sub: 'eve', email: 'eve@example.com' })).status).toBe(403);
  expect(await rowsOf(ours)).toEqual(before);
});
