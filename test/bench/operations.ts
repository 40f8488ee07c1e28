/**
 * Measures every operation in `api/operations.ts` on the DynamoDB and S3 emulators, one call at a time. Each
 * call runs the whole handler, including the key check but excluding the gateway. The data that a call needs
 * is created before the measurement.
 */
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { appFlow, hiddenFields, newTestApp } from '../support/samples/apps.ts';
import { connect, invite, signIn } from '../support/samples/people.ts';
import { readyImport } from '../support/samples/ready-import.ts';
import { BASE_URL, type SentToOperation } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART, text } from '../support/samples/multipart.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { spread } from './figures.ts';
import { withOperations } from './with-operations.ts';

const SAMPLES = 200;
/** Number of warm-up calls, which load the handler and open its connections. */
const WARM_UP = 5;
const FORMS = 30;
const SUBMISSIONS_OF_A_FORM = 100;

const BULK = { filter: { status: 'spam' }, action: 'delete' };
const FILTER = { all: [{ field: 'message', op: 'contains', value: 'offer' }] };
const FIELDS = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello! '.repeat(30) };
const APP = { name: 'Shop', type: 'confidential', redirect_uris: ['https://shop.example.org/return'] };
const LABEL = { name: 'Sales', color: '#2f7dd1' };
const CLIENT = { grant_type: 'client_credentials' };

export async function benchOperations(): Promise<void> {
  const receiver = await startReceiver();
  await withOperations(
    async (service) => {
      const prepare = await preparations(service, receiver.url);
      const width = Math.max(...Object.keys(operations).map((name) => name.length));
      for (const operation of Object.values(operations) as Operation[]) {
        const name = operation.name as OperationName;
        const times: number[] = [];
        const others = new Set<number>();
        for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
          const { status, ms } = await service.call(name, await prepare[name](sample));
          if (status !== operation.success?.status) others.add(status);
          if (sample >= 0) times.push(ms);
        }
        // Some operations return an error here, because e-mail links aren't valid, no identity provider is
        // running, and webhook tests are limited per hour.
        const also = others.size > 0 ? `, responded with ${[...others].join(', ')}` : '';
        console.log(`${name.padEnd(width)}  ${spread(times)}  ${operation.method} ${operation.path}${also}`);
      }
    },
    { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true' },
  );
  await receiver.stop();
}

/**
 * Prepares a call for each operation. Leaving out an operation is a compile error. The account has several
 * forms with a few pages of submissions each, and a webhook with an endpoint that responds immediately.
 */
async function preparations(
  { stores, call }: TestOperations,
  webhookUrl: string,
): Promise<Record<OperationName, (sample: number) => Promise<SentToOperation> | SentToOperation>> {
  const { accountId: account, key } = await newAccount(stores, { plan: 'team' });
  const newForm = () => storedForm(stores, { account, rate_limit: 100_000 });
  const newSubmissions = async (of: Awaited<ReturnType<typeof newForm>>, count: number) => {
    const made = Array.from({ length: count }, () => submissionOf(of, { fields: FIELDS }));
    await putSubmissions(stores, made);
    return made;
  };
  const newBulkJob = async (): Promise<string> => {
    const path = { id: (await newForm()).form_id };
    return (await call('changeFormSubmissions', { key, path, body: BULK })).body.id;
  };
  const newWebhook = async (formId: string): Promise<string> => {
    const body = { url: webhookUrl };
    return (await call('createWebhook', { key, path: { id: formId }, body })).body.id;
  };
  const newPing = async (webhookId: string): Promise<string> => {
    await call('testWebhook', { key, path: { id: webhookId } });
    return (await call('listDeliveries', { key, path: { id: webhookId } })).body.data[0].id;
  };

  const newMember = async (): Promise<string> => (await invite(stores, account)).member_id;

  const newApp = async (): Promise<string> => (await call('createOauthClient', { key, body: APP })).body.id;
  /** Deletes the newest app, because an account can only have 50 apps. */
  const removeNewestApp = async (): Promise<void> => {
    const [newest] = (await call('listOauthClients', { key, query: { limit: '1' } })).body.data;
    if (newest.id !== app) await call('deleteOauthClient', { key, path: { id: newest.id } });
  };
  const app = await newApp();
  const label = (await call('createLabel', { key, body: LABEL })).body.id as string;
  const ERASURE = { kind: 'erase', email: 'ada@example.org' };
  const dataRequest = (await call('createDataRequest', { key, body: ERASURE })).body.id as string;
  /** An account can only have five running data requests. */
  const newRequest = async (): Promise<SentToOperation> => {
    const other = await newAccount(stores);
    const { body } = await call('createDataRequest', { key: other.key, body: ERASURE });
    return { key: other.key, path: { id: body.id } };
  };
  const TEMPLATE = { name: 'Thanks', text: 'Thank you, {{name}}.' };
  const newTemplate = async (): Promise<string> =>
    (await call('createReplyTemplate', { key, body: TEMPLATE })).body.id;
  const template = await newTemplate();
  const memberId = await newMember();
  const newConnection = async (): Promise<string> =>
    (await connect(stores, account, { memberId, app: { id: app, name: APP.name } })).connection_id;

  for (let count = 1; count < FORMS; count += 1) await newSubmissions(await newForm(), SUBMISSIONS_OF_A_FORM);
  const form = await newForm();
  const challenged = await storedForm(stores, {
    account,
    challenge: { enabled: true, provider: 'proof-of-work', site_key: null, difficulty: 'normal' },
  });
  await newSubmissions(form, SUBMISSIONS_OF_A_FORM);
  const withFile = (
    await call('submitForm', {
      path: { slug: form.slug },
      headers: { 'content-type': MULTIPART },
      body: multipart(text('name', 'Ada'), file('cv', 'cv.pdf', '%PDF-1.7', 'application/pdf')),
    })
  ).body.id as string;
  const { attachments } = (await call('getSubmission', { key, path: { id: withFile } })).body;
  const webhook = await newWebhook(form.form_id);
  const since = new Date(Date.now() - 60_000).toISOString();
  const recovery = (await call('recoverWebhook', { key, path: { id: webhook }, body: { since } })).body
    .recovery_id as string;
  const client = await newKey(stores, account, 'management');
  const credentials = { client_id: client.id, client_secret: client.key };

  const owner = await signIn(stores, account, { role: 'owner' });
  const flow = appFlow(call, await newTestApp(stores, account), owner.cookies);

  const atForm: SentToOperation = { key, path: { id: form.form_id } };
  const atSubmission: SentToOperation = { key, path: { id: withFile } };
  const atWebhook: SentToOperation = { key, path: { id: webhook } };
  const ready = await readyImport({ stores, call }, key, form.form_id);
  const inGerman = { locale: 'de' };

  return {
    health: () => ({}),
    submitForm: () => ({ path: { slug: form.slug }, body: FIELDS }),
    getThanks: () => ({ path: { slug: form.slug } }),
    getFormPage: () => ({ path: { slug: form.slug } }),
    getChallenge: () => ({ path: { slug: challenged.slug } }),
    createUpload: () => ({
      path: { slug: form.slug },
      body: { field: 'film', name: 'film.mp4', content_type: 'video/mp4', size: 20_000_000 },
    }),
    createForm: () => ({ key, body: { name: 'Contact' } }),
    listForms: () => ({ key }),
    getForm: () => atForm,
    updateForm: (sample) => ({ ...atForm, body: { name: `Contact ${sample}` } }),
    resendConfirmation: async (sample) => {
      const address = `stranger${sample}@visitor.example`;
      const { body } = await call('createForm', { key, body: { name: 'Contact', notify_emails: [address] } });
      return { key, path: { id: body.id, address } };
    },
    sendTestEmail: () => ({ key, path: { id: form.form_id, address: 'team@example.org' } }),
    deleteForm: async () => {
      const doomed = await newForm();
      await newSubmissions(doomed, 1);
      return { key, path: { id: doomed.form_id } };
    },
    listFields: () => atForm,
    getPreview: () => atForm,
    getSample: () => atForm,
    getStatistics: () => ({ ...atForm, query: { days: '365' } }),
    // No identity provider is running, so these calls measure only the service's part of the operation.
    startSignIn: () => ({}),
    finishSignIn: () => ({}),
    signOutOfIssuer: () => ({}),
    getConfirmation: () => ({ path: { token: 'none' } }),
    confirmRecipient: () => ({ path: { token: 'none' } }),
    getUnsubscription: () => ({ path: { token: 'none' } }),
    unsubscribeRecipient: () => ({ path: { token: 'none' } }),
    testFormFilter: () => ({ ...atForm, body: { filter: FILTER } }),
    testFilter: () => ({ key, body: { filter: FILTER } }),
    listSubmissions: () => atForm,
    listAllSubmissions: () => ({ key }),
    exportSubmissions: () => ({ ...atForm, query: { format: 'csv' } }),
    getSubmission: () => atSubmission,
    getTimeline: () => atSubmission,
    getFile: () => ({ key, path: { id: withFile, file_id: attachments[0].id } }),
    updateSubmission: async () => {
      const spam = submissionOf(form, { status: 'spam', fields: FIELDS });
      await putSubmissions(stores, [spam]);
      return { key, path: { id: spam.submission_id }, body: { status: 'received' } };
    },
    changeSubmissions: async () => {
      const doomed = await newSubmissions(form, 100);
      const ids = doomed.map(({ submission_id }) => submission_id);
      return { key, body: { ids, action: 'read' } };
    },
    changeFormSubmissions: async () => ({ key, path: { id: (await newForm()).form_id }, body: BULK }),
    getBulkJob: async () => ({ key, path: { id: await newBulkJob() } }),
    undoBulkJob: async () => ({ key, path: { id: await newBulkJob() } }),
    deleteSubmission: async () => {
      const [doomed] = await newSubmissions(form, 1);
      return { key, path: { id: doomed?.submission_id ?? '' } };
    },
    listAssignees: () => ({ key }),
    createDataRequest: async () => ({ key: (await newAccount(stores)).key, body: ERASURE }),
    listDataRequests: () => ({ key }),
    getDataRequest: () => ({ key, path: { id: dataRequest } }),
    listDataRequestMatches: () => ({ key, path: { id: dataRequest } }),
    confirmDataRequest: newRequest,
    cancelDataRequest: newRequest,
    createImport: () => ({ ...atForm, body: { format: 'csv' } }),
    getImport: () => ({ key, path: { id: ready } }),
    confirmImport: async () => ({
      key,
      path: { id: await readyImport({ stores, call }, key, form.form_id) },
    }),
    listLabels: () => ({ key }),
    createLabel: async () => ({ key: (await newAccount(stores)).key, body: LABEL }),
    updateLabel: (sample) => ({ key, path: { id: label }, body: { name: `Sales ${sample}` } }),
    deleteLabel: async () => {
      const other = await newAccount(stores);
      const { body } = await call('createLabel', { key: other.key, body: LABEL });
      return { key: other.key, path: { id: body.id } };
    },
    createReply: async () => {
      const [submission] = await newSubmissions(form, 1);
      // Each key can only send 50 replies per day.
      const { key: another } = await newKey(stores, account, 'management');
      const body = { text: 'Thank you.' };
      return { key: another, path: { id: submission?.submission_id ?? '' }, body };
    },
    listReplies: () => atSubmission,
    previewReply: () => atSubmission,
    createReplyTemplate: async () => {
      // An account can only have 50 templates.
      const [newest] = (await call('listReplyTemplates', { key, query: { limit: '1' } })).body.data;
      if (newest.id !== template) await call('deleteReplyTemplate', { key, path: { id: newest.id } });
      return { key, body: TEMPLATE };
    },
    listReplyTemplates: () => ({ key }),
    updateReplyTemplate: () => ({ key, path: { id: template }, body: { name: 'Thank you' } }),
    deleteReplyTemplate: async () => ({ key, path: { id: await newTemplate() } }),
    createWebhook: async () => ({
      key,
      path: { id: (await newForm()).form_id },
      body: { url: webhookUrl },
    }),
    createAccountWebhook: async () => ({ key: (await newAccount(stores)).key, body: { url: webhookUrl } }),
    listAccountWebhooks: () => ({ key }),
    listWebhooks: () => atForm,
    getWebhook: () => atWebhook,
    updateWebhook: () => ({ ...atWebhook, body: { rotate_secret: true } }),
    deleteWebhook: async () => ({ key, path: { id: await newWebhook((await newForm()).form_id) } }),
    testWebhook: () => atWebhook,
    listDeliveries: () => atWebhook,
    getDelivery: async () => ({ key, path: { id: await newPing(webhook) } }),
    recoverWebhook: async () => ({
      key,
      path: { id: await newWebhook((await newForm()).form_id) },
      body: { since: new Date(Date.now() - 60_000).toISOString() },
    }),
    getRecovery: () => ({ key, path: { id: recovery } }),
    listRecoveries: () => atWebhook,
    replayDelivery: async () => ({ key, path: { id: await newPing(webhook) } }),
    submitEntry: () => ({ key, path: inGerman, body: { form: form.form_id, fields: FIELDS } }),
    getJob: () => ({ key, path: { ...inGerman, jobId: withFile } }),
    listDrive: () => ({ key, path: inGerman }),
    // Reuse the key, because an account can only create ten keys per hour.
    listConnections: () => ({ key }),
    deleteConnection: async () => ({ key, path: { id: await newConnection() } }),
    createOauthClient: async () => {
      await removeNewestApp();
      return { key, body: APP };
    },
    listOauthClients: () => ({ key }),
    getOauthClient: () => ({ key, path: { id: app } }),
    updateOauthClient: () => ({ key, path: { id: app }, body: { name: 'Shop' } }),
    rotateOauthClientSecret: () => ({ key, path: { id: app } }),
    deleteOauthClient: async () => ({ key, path: { id: await newApp() } }),
    createApiKey: async () => ({
      key: (await newAccount(stores)).key,
      body: { type: 'submission', name: 'Website' },
    }),
    listApiKeys: () => ({ key }),
    rollApiKey: async () => {
      const { accountId, key: own } = await newAccount(stores);
      const { id } = await newKey(stores, accountId, 'submission');
      return { key: own, path: { id }, body: { overlap_seconds: 0 } };
    },
    revokeApiKey: async () => ({ key, path: { id: (await newKey(stores, account, 'submission')).id } }),
    listAuditLog: () => ({ key }),
    getMe: () => ({ key }),
    createSession: () => ({ key }),
    signOut: async () => ({
      cookies: (await call('createSession', { key })).cookies.map((each) => each.split(';')[0] ?? ''),
      headers: { origin: BASE_URL },
    }),
    listMembers: () => ({ key }),
    inviteMember: async (sample) => ({
      key: (await newAccount(stores)).key,
      body: { email: `ann${sample}@example.com`, role: 'viewer' },
    }),
    updateAccount: () => ({ key, body: { time_zone: 'Europe/Berlin' } }),
    updateMember: async () => ({ key, path: { id: await newMember() }, body: { role: 'viewer' } }),
    removeMember: async () => ({ key, path: { id: await newMember() } }),
    endMemberSessions: async () => ({ key, path: { id: await newMember() } }),
    getUsage: () => ({ key }),
    mcp: () => ({ key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    askConsent: () => ({ query: flow.request, cookies: owner.cookies }),
    answerConsent: async () => ({
      body: new URLSearchParams({ ...hiddenFields((await flow.ask()).text), decision: 'allow' }),
      cookies: owner.cookies,
      headers: { origin: BASE_URL },
    }),
    issueToken: () => ({ body: new URLSearchParams({ ...CLIENT, ...credentials }) }),
    revokeToken: async () => {
      const body = new URLSearchParams({ ...CLIENT, ...credentials });
      const token = (await call('issueToken', { body })).body.access_token as string;
      return { body: new URLSearchParams({ token, ...credentials }) };
    },
    getOauthMetadata: () => ({}),
    getProtectedResource: () => ({}),
    getHome: () => ({}),
    getOpenapi: () => ({}),
    getDocs: () => ({}),
    getConsole: () => ({}),
    getFormScript: () => ({}),
    getProblemType: () => ({ path: { slug: 'not-found' } }),
  };
}
