/**
 * Tests which operations each kind of member can call, including each role, members limited to this form or
 * to other forms, removed members, and members of a suspended account. The expected results are in a
 * handwritten table.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Operation } from '../../lambdas/http/operation.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { appFlow, newTestApp } from '../support/samples/apps.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered, type SentToOperation } from '../support/service/handlers.ts';

/**
 * Roles that can call an operation. Other roles get a 403. `nobody` means that the operation ignores
 * sessions.
 */
type Allowed = 'viewer editor owner' | 'editor owner' | 'owner' | 'nobody';
/**
 * Result for an editor who can only access another form:
 * - not found: the operation is about one form, and returns a 404.
 * - another member: the operation is about another member, and always returns a 404.
 * - without others: the response omits data from other forms.
 * - refused: the operation affects all of the account's forms, and returns a 403.
 * - same: the restriction makes no difference.
 */
type Limited = 'not found' | 'another member' | 'without others' | 'refused' | 'same';

const EXPECTED: Readonly<Record<OperationName, readonly [Allowed, Limited?]>> = {
  listForms: ['viewer editor owner', 'without others'],
  getForm: ['viewer editor owner', 'not found'],
  listFields: ['viewer editor owner', 'not found'],
  getPreview: ['viewer editor owner', 'not found'],
  getSample: ['viewer editor owner', 'not found'],
  getStatistics: ['viewer editor owner', 'not found'],
  testFormFilter: ['viewer editor owner', 'not found'],
  testFilter: ['viewer editor owner', 'without others'],
  listSubmissions: ['viewer editor owner', 'not found'],
  listAllSubmissions: ['viewer editor owner', 'without others'],
  exportSubmissions: ['viewer editor owner', 'not found'],
  getSubmission: ['viewer editor owner', 'not found'],
  getTimeline: ['viewer editor owner', 'not found'],
  listReplies: ['viewer editor owner', 'not found'],
  previewReply: ['viewer editor owner', 'not found'],
  listReplyTemplates: ['viewer editor owner', 'same'],
  listWebhooks: ['viewer editor owner', 'not found'],
  listAccountWebhooks: ['viewer editor owner', 'without others'],
  getWebhook: ['viewer editor owner', 'not found'],
  listDeliveries: ['viewer editor owner', 'not found'],
  getDelivery: ['viewer editor owner', 'not found'],
  getRecovery: ['viewer editor owner', 'not found'],
  listRecoveries: ['viewer editor owner', 'not found'],
  getJob: ['viewer editor owner', 'not found'],
  listDrive: ['viewer editor owner', 'without others'],
  getUsage: ['viewer editor owner', 'without others'],
  getMe: ['viewer editor owner', 'without others'],

  // Members can only view and end their own connections, and the sample connection doesn't belong to any of
  // them. See connections.test.ts.
  listConnections: ['viewer editor owner', 'without others'],
  deleteConnection: ['viewer editor owner', 'another member'],

  createForm: ['editor owner', 'refused'],
  updateForm: ['editor owner', 'not found'],
  resendConfirmation: ['editor owner', 'not found'],
  sendTestEmail: ['editor owner', 'not found'],
  deleteForm: ['editor owner', 'not found'],
  updateSubmission: ['editor owner', 'not found'],
  // Each submission has a separate result, which is covered by another test.
  // Viewers may only mark submissions as read or unread, as the sample body does. See read-states.test.ts.
  changeSubmissions: ['viewer editor owner', 'without others'],
  changeFormSubmissions: ['editor owner', 'not found'],
  getBulkJob: ['viewer editor owner', 'not found'],
  undoBulkJob: ['editor owner', 'not found'],
  deleteSubmission: ['editor owner', 'not found'],
  listAssignees: ['viewer editor owner', 'without others'],
  createDataRequest: ['owner', 'refused'],
  listDataRequests: ['owner', 'refused'],
  getDataRequest: ['owner', 'refused'],
  listDataRequestMatches: ['owner', 'refused'],
  confirmDataRequest: ['owner', 'refused'],
  cancelDataRequest: ['owner', 'refused'],
  createImport: ['editor owner', 'not found'],
  getImport: ['editor owner', 'not found'],
  confirmImport: ['editor owner', 'not found'],
  listLabels: ['viewer editor owner', 'same'],
  createLabel: ['editor owner', 'refused'],
  updateLabel: ['editor owner', 'refused'],
  deleteLabel: ['editor owner', 'refused'],
  createReply: ['editor owner', 'not found'],
  createReplyTemplate: ['editor owner', 'refused'],
  updateReplyTemplate: ['editor owner', 'refused'],
  deleteReplyTemplate: ['editor owner', 'refused'],
  createWebhook: ['editor owner', 'not found'],
  createAccountWebhook: ['editor owner', 'refused'],
  updateWebhook: ['editor owner', 'not found'],
  deleteWebhook: ['editor owner', 'not found'],
  testWebhook: ['editor owner', 'not found'],
  replayDelivery: ['editor owner', 'not found'],
  recoverWebhook: ['editor owner', 'not found'],

  listAuditLog: ['owner', 'refused'],
  listMembers: ['owner', 'refused'],
  inviteMember: ['owner', 'refused'],
  updateAccount: ['owner', 'refused'],
  updateMember: ['owner', 'refused'],
  removeMember: ['owner', 'refused'],
  endMemberSessions: ['owner', 'refused'],
  createOauthClient: ['owner', 'refused'],
  listOauthClients: ['owner', 'refused'],
  getOauthClient: ['owner', 'refused'],
  updateOauthClient: ['owner', 'refused'],
  rotateOauthClientSecret: ['owner', 'refused'],
  deleteOauthClient: ['owner', 'refused'],
  createApiKey: ['owner', 'refused'],
  rollApiKey: ['owner', 'refused'],
  listApiKeys: ['owner', 'refused'],
  revokeApiKey: ['owner', 'refused'],

  // Form submissions accept an API key of the account, but never a user's session.
  submitForm: ['nobody'],
  createUpload: ['nobody'],
  getThanks: ['nobody'],
  getFormPage: ['nobody'],
  getChallenge: ['nobody'],
  getHome: ['nobody'],
  submitEntry: ['nobody'],
  // Accepts an API key, or a signed link that the API returns.
  getFile: ['nobody'],
  // Anyone with an API key can start a session, and anyone with a session's cookie can end it.
  createSession: ['nobody'],
  signOut: ['nobody'],
  getConsole: ['nobody'],
  health: ['nobody'],
  getOpenapi: ['nobody'],
  getDocs: ['nobody'],
  getFormScript: ['nobody'],
  getProblemType: ['nobody'],
  getOauthMetadata: ['nobody'],
  getProtectedResource: ['nobody'],
  getConfirmation: ['nobody'],
  confirmRecipient: ['nobody'],
  getUnsubscription: ['nobody'],
  unsubscribeRecipient: ['nobody'],
  startSignIn: ['nobody'],
  finishSignIn: ['nobody'],
  signOutOfIssuer: ['nobody'],
  // The consent page and its form have separate checks. See consent.test.ts.
  askConsent: ['nobody'],
  answerConsent: ['nobody'],
  mcp: ['nobody'],
  issueToken: ['nobody'],
  revokeToken: ['nobody'],
};

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let ours: Everything;
let people: Record<'viewer' | 'editor' | 'owner' | 'elsewhere' | 'here', SignedIn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'true' });
  // The test sends no e-mails.
  delete process.env['EMAILS_QUEUE_URL'];
});
afterAll(() => stores.stop());

/**
 * Creates an account with one of every resource and every kind of member, including two editors who can
 * access one form each.
 */
async function createResources(): Promise<void> {
  ours = await makeEverything(stores, call);
  const { accountId, key } = ours;
  const otherForm: string = (await call('createForm', { key, body: { name: 'Elsewhere' } })).body.id;
  const [viewer, editor, owner, elsewhere, here] = await Promise.all([
    signIn(stores, accountId, { role: 'viewer' }),
    signIn(stores, accountId, { role: 'editor' }),
    signIn(stores, accountId, { role: 'owner' }),
    signIn(stores, accountId, { role: 'editor', form_ids: [otherForm] }),
    signIn(stores, accountId, { role: 'editor', form_ids: [ours.resources['forms'] ?? ''] }),
  ]);
  people = { viewer, editor, owner, elsewhere, here };
}

async function callAs(
  { cookies }: Pick<SignedIn, 'cookies'>,
  operation: Operation,
  sent: SentToOperation = {},
): Promise<Answered> {
  const body = ours.bodyOf(operation);
  return call(operation.name as OperationName, {
    path: ours.pathOf(operation),
    cookies,
    headers: { origin: BASE_URL },
    ...(body !== undefined && { body }),
    ...sent,
  });
}

function problem(status: number, slug: string) {
  return { status, body: { type: `${BASE_URL}/problems/${slug}`, status } };
}
const forbidden = problem(403, 'forbidden');
const unauthorized = problem(401, 'unauthorized');

test('covers every operation', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(operations).sort());
});

const all = Object.entries(EXPECTED).map(([name, expected]) => {
  const operation: Operation = operations[name as OperationName];
  return { title: `${operation.method} ${operation.path}`, operation, expected };
});
const forMembers = all.filter(({ expected: [allowed] }) => allowed !== 'nobody');

/** Checks the result for a caller who can only access another form. */
function expectNoOtherForm(response: Answered, limited: Limited | undefined): void {
  if (limited === 'not found' || limited === 'another member')
    expect(response).toMatchObject(problem(404, 'not-found'));
  else if (limited === 'refused') expect(response.status).toBe(403);
  else {
    expect(response.status).toBe(200);
    const { forms = '', f = '', webhooks = '', deliveries = '' } = ours.resources;
    for (const id of [forms, f, webhooks, deliveries]) expect(response.text).not.toContain(id);
  }
}

// These calls change nothing, so all operations share one account.
describe('without permission', () => {
  beforeAll(createResources);

  /** Token of an app that the owner authorized for another form only. */
  let narrowed: string;
  beforeAll(async () => {
    const app = await newTestApp(stores, ours.accountId);
    const [elsewhere = ''] = people.elsewhere.member.form_ids ?? [];
    narrowed = (await appFlow(call, app, people.owner.cookies).connect({}, [elsewhere])).access;
  });

  describe.each(forMembers)('$title', ({ operation, expected: [, limited] }) => {
    test('finds only the forms of a limited editor', async () => {
      expectNoOtherForm(await callAs(people.elsewhere, operation), limited);
    });

    test('finds only the forms that an owner chose for an app', async () => {
      const response = await callAs({ cookies: [] }, operation, { key: narrowed, headers: {} });
      // Apps repeat an unsubscribe request if its response is lost, so it succeeds for any webhook.
      if (operation.name === 'deleteWebhook') expect(response.status).toBe(204);
      else expectNoOtherForm(response, limited);
    });

    test("hides the account's resources from another account's owner", async () => {
      const { accountId } = await newAccount(stores);
      const response = await callAs(await signIn(stores, accountId, { role: 'owner' }), operation);
      if (/\{(?!locale)/.test(operation.path)) expect(response).toMatchObject(problem(404, 'not-found'));
      else expect(response.text).not.toContain(ours.resources['forms']);
    });

    test("refuses a cookie that is malformed, unknown, or someone else's", async () => {
      const [cookie = ''] = people.owner.cookies;
      const { member_id } = people.editor.member;
      const others = [
        '__Host-svc-session=',
        `${cookie}x`,
        `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`,
        cookie.replace(people.owner.member.member_id, member_id),
        cookie.replace('__Host-svc-session', 'session'),
      ];
      for (const other of others)
        expect(await callAs({ cookies: [other] }, operation)).toMatchObject(unauthorized);
    });

    if (operation.method !== 'GET') {
      test.each([
        ['another website', 'https://evil.example'],
        ['no page given', undefined],
        ['a page without an origin', 'null'],
        ['another port of this host', `${BASE_URL}:8080`],
        ["a host that begins with the service's host", `${BASE_URL}.evil.example`],
      ])('refuses %s with a cookie', async (_, origin) => {
        const headers: Record<string, string> = origin === undefined ? {} : { origin };
        expect(await callAs(people.owner, operation, { headers })).toMatchObject(forbidden);
      });
    }

    test('ignores the cookie if the client sends a key', async () => {
      const headers = { authorization: 'Bearer nonsense', origin: BASE_URL };
      expect(await callAs(people.owner, operation, { headers })).toMatchObject(unauthorized);
    });
  });
});

/**
 * Creating an account takes most of the time, so refused calls and calls that don't delete anything share one
 * account.
 */
let shared: { ours: Everything; people: typeof people } | undefined;
async function useShared(): Promise<void> {
  if (shared) ({ ours, people } = shared);
  else {
    await createResources();
    shared = { ours, people };
  }
}

describe.each(forMembers)('$title', ({ operation, expected: [allowed, limited] }) => {
  const deletes = operation.method === 'DELETE';

  test('accepts the allowed roles and refuses all others', async () => {
    await (deletes ? createResources() : useShared());
    // Test the refused roles first, because an accepted call can delete the resource.
    for (const role of ['viewer', 'editor', 'owner'] as const) {
      const response = await callAs(people[role], operation);
      if (allowed.split(' ').includes(role)) expect([401, 403]).not.toContain(response.status);
      else expect(response).toMatchObject(forbidden);
    }
  });

  test('accepts an editor who is limited to the form', async () => {
    const isRefused = limited === 'refused' || limited === 'another member';
    await (deletes && !isRefused ? createResources() : useShared());
    const response = await callAs(people.here, operation);
    if (limited === 'refused') expect(response).toMatchObject(forbidden);
    else if (limited === 'another member') expect(response).toMatchObject(problem(404, 'not-found'));
    // Skip operations on deliveries, because none of the sample submissions has been delivered.
    else if (!operation.path.includes('deliveries/{id}'))
      expect([401, 403, 404]).not.toContain(response.status);
  });
});

describe('for a member who was just removed', () => {
  beforeAll(async () => {
    await createResources();
    const { member } = people.editor;
    await membershipStore(stores.db, stores.tables).remove(member.account_id, member.member_id);
  });

  test.each(forMembers)('$title is refused', async ({ operation }) => {
    expect(await callAs(people.editor, operation)).toMatchObject(unauthorized);
  });
});

describe('for members of a suspended account', () => {
  beforeAll(async () => {
    await createResources();
    await stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.accounts,
        Key: { account_id: ours.accountId },
        UpdateExpression: 'SET suspended_at = :now',
        ExpressionAttributeValues: { ':now': new Date().toISOString() },
      }),
    );
  });

  test.each(forMembers)('$title is refused', async ({ operation }) => {
    expect(await callAs(people.owner, operation)).toMatchObject(problem(403, 'account-suspended'));
  });
});

describe("for operations that don't use sessions", () => {
  beforeAll(createResources);
  const nothing = all.filter(
    ({ operation, expected: [allowed] }) => allowed === 'nobody' && operation.name !== 'signOut',
  );

  test.each(nothing)('$title ignores the session', async ({ operation }) => {
    const without = await callAs({ cookies: [] }, operation);
    const response = await callAs(people.owner, operation);
    expect(response.status).toBe(without.status);
    if (['any-key', 'link', 'management-key', 'agent'].includes(operation.access))
      expect(response).toMatchObject(unauthorized);
  });
});

test("a limited editor can change only their form's submissions, even in a bulk request", async () => {
  await createResources();
  const [theirs = '', form = ''] = [ours.resources['submissions'], ours.resources['forms']];
  const body = { ids: [theirs], action: 'star' };
  const request = { headers: { origin: BASE_URL }, body };
  expect(
    (await call('changeSubmissions', { ...request, cookies: people.elsewhere.cookies })).body.data,
  ).toMatchObject([{ id: theirs, ok: false, problem: { status: 404 } }]);
  expect(
    (await call('changeSubmissions', { ...request, cookies: people.here.cookies })).body.data,
  ).toMatchObject([{ id: theirs, ok: true }]);
  const { body: forms } = await call('listForms', { cookies: people.here.cookies });
  expect(forms.data.map(({ id }: { id: string }) => id)).toEqual([form]);
});
