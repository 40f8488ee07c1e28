/** Tests a new form's default recipient, and e-mails that are sent to a recipient on request. */
import { HOUR, MINUTE } from '../../lambdas/core/clock.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let owner: SignedIn;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'true' });
  // The test doesn't send e-mails. It only checks which requests the API accepts.
  delete process.env['EMAILS_QUEUE_URL'];
  // The limits are per clock hour, so all requests must be within one.
  const rest = HOUR - (Date.now() % HOUR);
  if (rest < MINUTE / 2) await new Promise((resolve) => setTimeout(resolve, rest));
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'Olga@example.org' });
});

const signedIn = (): { cookies: readonly string[]; headers: { origin: string } } => ({
  cookies: owner.cookies,
  headers: { origin: BASE_URL },
});
const create = async (body: object, as: object = signedIn()): Promise<Answered> =>
  call('createForm', { ...as, body: { name: 'Contact', ...body } });
const at = (id: string, address: string) => ({ key: account.key, path: { id, address } });

describe('the default recipient', () => {
  it('is the signed-in member, whose address needs no confirmation', async () => {
    const { body } = await create({});
    expect(body.notify_emails).toEqual([{ address: 'Olga@example.org', status: 'confirmed', filter: null }]);
    const { body: stored } = await call('getForm', { key: account.key, path: { id: body.id } });
    expect(stored.notify_emails).toEqual(body.notify_emails);
  });

  it('is nobody if the list is empty or if a key creates the form', async () => {
    expect((await create({ notify_emails: [] })).body.notify_emails).toEqual([]);
    expect((await create({}, { key: account.key })).body.notify_emails).toEqual([]);
  });

  it('needs no confirmation in later changes, but only if the same member makes them', async () => {
    const { id } = (await create({ notify_emails: [] })).body;
    const notify_emails = ['olga@example.org', 'stranger@visitor.example'];
    const byKey = await call('updateForm', { key: account.key, path: { id }, body: { notify_emails } });
    expect(byKey.body.notify_emails.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
    ]);
    const bySelf = await call('updateForm', { ...signedIn(), path: { id }, body: { notify_emails } });
    expect(bySelf.body.notify_emails).toEqual([
      { address: 'olga@example.org', status: 'confirmed', filter: null },
      { address: 'stranger@visitor.example', status: 'pending', filter: null },
    ]);
  });
});

describe('an e-mail on request', () => {
  it('asks a pending recipient for confirmation, or sends a test to a confirmed one', async () => {
    const { id } = (await create({ notify_emails: ['ann@visitor.example', 'olga@example.org'] })).body;
    expect(await call('resendConfirmation', at(id, 'ANN@visitor.example'))).toMatchObject({
      status: 202,
      body: { address: 'ann@visitor.example', status: 'pending' },
    });
    expect(await call('sendTestEmail', at(id, 'olga@example.org'))).toMatchObject({
      status: 202,
      body: { address: 'olga@example.org', status: 'confirmed' },
    });
    expect((await call('resendConfirmation', at(id, 'olga@example.org'))).status).toBe(409);
    expect((await call('sendTestEmail', at(id, 'ann@visitor.example'))).status).toBe(409);
    expect((await call('sendTestEmail', at(id, 'bob@visitor.example'))).status).toBe(404);
  });

  it('counts towards the limits for confirmation e-mails', async () => {
    const { id } = (await create({})).body;
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await call('sendTestEmail', at(id, 'olga@example.org'))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
    const refused = await call('sendTestEmail', at(id, 'olga@example.org'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await create({ notify_emails: ['new@visitor.example'] })).toMatchObject({ status: 429 });
  });
});
