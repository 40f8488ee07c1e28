/** Lists the audit row that each operation writes, including its names and changes. */
import type { OperationName } from '../../lambdas/api/operations.ts';
import type { Everything } from '../support/samples/one-of-everything.ts';
import type { Answered } from '../support/service/handlers.ts';

/** Returns the changed resource's id. `maker` is the key that calls the operation. */
type IdOf = (answered: Answered, ours: Everything, maker: { readonly id: string }) => unknown;

/**
 * The type of the changed resource and a function that returns its id, or the reason why no audit row is
 * written.
 */
type Expected = readonly [type: string, id: IdOf] | string;

const CREATED = ({ body }: Answered) => body.id;
const named = (resource: string) => (_: Answered, ours: Everything) => ours.resources[resource];

const READ = 'reads only';
const POST = 'submits a form, which isn’t a change by its owner';
const RECIPIENT = 'is a recipient’s own choice, which is stored with the recipient';
const TOKEN = 'issues or revokes a one-hour token, and changes no settings';

export const EXPECTED: Readonly<Record<OperationName, Expected>> = {
  createForm: ['form', CREATED],
  updateForm: ['form', named('forms')],
  resendConfirmation: ['form', named('forms')],
  sendTestEmail: ['form', named('forms')],
  deleteForm: ['form', named('forms')],
  updateSubmission: ['submission', named('submissions')],
  changeSubmissions: ['submission', named('submissions')],
  changeFormSubmissions: ['form', named('forms')],
  undoBulkJob: ['form', named('form of the bulk job')],
  deleteSubmission: ['submission', named('submissions')],
  createDataRequest: ['data_request', CREATED],
  confirmDataRequest: ['data_request', named('data-requests')],
  cancelDataRequest: ['data_request', named('data-requests')],
  createImport: ['form', named('forms')],
  confirmImport: ['form', named('forms')],
  createLabel: ['label', CREATED],
  updateLabel: ['label', named('labels')],
  deleteLabel: ['label', named('labels')],
  createReply: ['submission', named('submissions')],
  createReplyTemplate: ['reply_template', CREATED],
  updateReplyTemplate: ['reply_template', named('reply-templates')],
  deleteReplyTemplate: ['reply_template', named('reply-templates')],
  createWebhook: ['webhook', CREATED],
  createAccountWebhook: ['webhook', CREATED],
  updateWebhook: ['webhook', named('webhooks')],
  deleteWebhook: ['webhook', named('webhooks')],
  testWebhook: ['webhook', named('webhooks')],
  replayDelivery: ['delivery', named('deliveries')],
  recoverWebhook: ['webhook', named('webhooks')],
  createApiKey: ['api_key', CREATED],
  revokeApiKey: ['api_key', named('api-keys')],
  rollApiKey: ['api_key', named('api-keys')],

  createOauthClient: ['oauth_client', CREATED],
  updateOauthClient: ['oauth_client', named('oauth-clients')],
  rotateOauthClientSecret: ['oauth_client', named('oauth-clients')],
  deleteOauthClient: ['oauth_client', named('oauth-clients')],

  deleteConnection: ['connection', named('connections')],

  inviteMember: ['member', CREATED],
  updateAccount: ['account', (_, { accountId }) => accountId],
  updateMember: ['member', named('members')],
  removeMember: ['member', named('members')],
  endMemberSessions: ['member', named('members')],
  createSession: ['api_key', (_, _ours, maker) => maker.id],

  // Audit rows are only written when a user signs in. See sign-ins.test.ts.
  finishSignIn: 'has no user who signs in',
  startSignIn: 'only redirects the browser',
  signOutOfIssuer: 'only redirects the browser',
  // Audit rows are only written when a user is signed in. See consent.test.ts.
  askConsent: 'only shows a page',
  answerConsent: 'has no signed-in user',
  signOut: 'only ends the caller’s own session',

  submitForm: POST,
  createUpload: POST,
  submitEntry: POST,
  confirmRecipient: RECIPIENT,
  unsubscribeRecipient: RECIPIENT,
  issueToken: TOKEN,
  revokeToken: TOKEN,

  health: READ,
  getOpenapi: READ,
  getDocs: READ,
  getFormScript: READ,
  getProblemType: READ,
  getThanks: READ,
  getFormPage: READ,
  getChallenge: READ,
  getHome: READ,
  getPreview: READ,
  getOauthMetadata: READ,
  getProtectedResource: READ,
  getConfirmation: READ,
  getUnsubscription: READ,
  getConsole: READ,
  getMe: READ,
  listMembers: READ,
  listForms: READ,
  getForm: READ,
  listFields: READ,
  getSample: READ,
  getStatistics: READ,
  testFormFilter: READ,
  testFilter: READ,
  listSubmissions: READ,
  listAllSubmissions: READ,
  exportSubmissions: READ,
  getBulkJob: READ,
  getSubmission: READ,
  getTimeline: READ,
  listAssignees: READ,
  listDataRequests: READ,
  getDataRequest: READ,
  listDataRequestMatches: READ,
  getImport: READ,
  listLabels: READ,
  listReplies: READ,
  previewReply: READ,
  listReplyTemplates: READ,
  getFile: READ,
  listWebhooks: READ,
  listAccountWebhooks: READ,
  getWebhook: READ,
  listDeliveries: READ,
  getDelivery: READ,
  getRecovery: READ,
  listRecoveries: READ,
  getJob: READ,
  listDrive: READ,
  getUsage: READ,
  // The operations that the tools call write the rows.
  mcp: READ,
  listConnections: READ,
  listOauthClients: READ,
  getOauthClient: READ,
  listApiKeys: READ,
  listAuditLog: READ,
};

const DIGEST = expect.stringMatching(/^[0-9a-f]{16}@example\.com$/);

/**
 * Names of the changed resources before the change. Webhooks without a name use their host. Other resources
 * have no name.
 */
export const NAMES: Partial<Record<OperationName, unknown>> = {
  createForm: 'Another',
  updateForm: 'Contact',
  resendConfirmation: expect.stringMatching(/^(Contact|Changed)$/),
  sendTestEmail: expect.stringMatching(/^(Contact|Changed)$/),
  deleteForm: expect.stringMatching(/^(Contact|Changed)$/),
  changeFormSubmissions: expect.stringMatching(/^(Contact|Changed)$/),
  undoBulkJob: 'Bulk',
  createImport: expect.stringMatching(/^(Contact|Changed)$/),
  createLabel: 'Support',
  updateLabel: 'Sales',
  deleteLabel: expect.any(String),
  createWebhook: 'hooks.example.org',
  createAccountWebhook: 'hooks.example.org',
  updateWebhook: 'hooks.example.org',
  deleteWebhook: 'hooks.example.org',
  // These webhooks may send to the test's own receiver.
  testWebhook: expect.stringMatching(/^(hooks\.example\.org|127\.0\.0\.1:\d+)$/),
  recoverWebhook: expect.stringMatching(/^(hooks\.example\.org|127\.0\.0\.1:\d+)$/),
  createApiKey: 'CI',
  revokeApiKey: 'Test',
  rollApiKey: 'Test',
  createOauthClient: 'Shop',
  updateOauthClient: 'Shop',
  rotateOauthClientSecret: 'Shop 2',
  deleteOauthClient: 'Shop 2',
  deleteConnection: 'Shop',
  // Members who haven't signed in yet are named by a digest of their address.
  inviteMember: DIGEST,
  updateMember: DIGEST,
  removeMember: DIGEST,
  endMemberSessions: DIGEST,
  createSession: 'Test',
};

/** Settings that the sample bodies change. */
export const CHANGED: Partial<Record<OperationName, object[]>> = {
  createImport: [
    { member: 'import', to: [expect.stringMatching(/^imp_/)] },
    { member: 'format', to: ['csv'] },
  ],
  confirmImport: [
    { member: 'import', to: [expect.stringMatching(/^imp_/)] },
    { member: 'rows', to: ['0'] },
  ],
  createDataRequest: [
    { member: 'kind', to: ['export'] },
    { member: 'email', to: [expect.stringMatching(/^[0-9a-f]{16}@example\.org$/)] },
  ],
  confirmDataRequest: [{ member: 'submissions', to: ['0'] }],
  updateForm: [{ member: 'name' }],
  updateWebhook: [{ member: 'enabled' }],
  changeFormSubmissions: [
    { member: 'action', to: ['star'] },
    { member: 'matched', to: ['1'] },
  ],
};
