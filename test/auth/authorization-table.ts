/** Lists which callers may call each operation and the scopes they need. */
import type { Scope } from '../../lambdas/core/scope.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';

/** The callers that may use an operation, and the required scope. */
export type Expected =
  /** A management key with all of these scopes. */
  | readonly ['management', Scope, ...Scope[]]
  /** A management key with the scope, or a link signed by the service. */
  | readonly ['link', Scope]
  /** A management or submission key with the scope. */
  | readonly ['any-key', Scope]
  /** Any caller. If a key is sent, it must be a submission key of the form's account. */
  | readonly ['ingest', Scope]
  /** Management and submission keys, regardless of scope. Tested in another file. */
  | readonly ['caller']
  /** Management keys only, regardless of scope. Tokens aren't allowed. */
  | readonly ['management-key']
  /** Management keys, regardless of scope. Tokens must be bound to the endpoint (token-resource.test.ts). */
  | readonly ['agent']
  /** Any caller with a session cookie. */
  | readonly ['session']
  | readonly ['public'];

export const EXPECTED: Readonly<Record<OperationName, Expected>> = {
  health: ['public'],
  getOpenapi: ['public'],
  getDocs: ['public'],
  getConsole: ['public'],
  getFormScript: ['public'],
  getProblemType: ['public'],
  getOauthMetadata: ['public'],
  getProtectedResource: ['public'],
  // Returns what visitors see after submitting the form.
  getThanks: ['public'],
  getFormPage: ['public'],
  getChallenge: ['public'],
  getHome: ['public'],
  // Uses signed links. See recipients.test.ts.
  getConfirmation: ['public'],
  confirmRecipient: ['public'],
  getUnsubscription: ['public'],
  unsubscribeRecipient: ['public'],
  // Authenticates the client itself. See oauth.test.ts.
  issueToken: ['public'],
  // Shows the consent page and handles its form. See consent.test.ts.
  askConsent: ['public'],
  answerConsent: ['public'],
  revokeToken: ['public'],
  // Redirects to the identity provider, which redirects back. See sign-in.test.ts.
  startSignIn: ['public'],
  finishSignIn: ['public'],
  signOutOfIssuer: ['public'],

  submitForm: ['ingest', 'ingest'],
  createUpload: ['ingest', 'ingest'],
  submitEntry: ['any-key', 'ingest'],

  listForms: ['management', 'read'],
  getForm: ['management', 'read'],
  listFields: ['management', 'read'],
  getPreview: ['management', 'read'],
  getSample: ['management', 'read'],
  getStatistics: ['management', 'read'],
  testFormFilter: ['management', 'read'],
  testFilter: ['management', 'read'],
  listSubmissions: ['management', 'read'],
  listAllSubmissions: ['management', 'read'],
  exportSubmissions: ['management', 'read'],
  getSubmission: ['management', 'read'],
  getTimeline: ['management', 'read'],
  listReplies: ['management', 'read'],
  previewReply: ['management', 'read'],
  listReplyTemplates: ['management', 'read'],
  getFile: ['link', 'read'],
  listWebhooks: ['management', 'read'],
  listAccountWebhooks: ['management', 'read'],
  getWebhook: ['management', 'read'],
  listDeliveries: ['management', 'read'],
  getDelivery: ['management', 'read'],
  getRecovery: ['management', 'read'],
  listRecoveries: ['management', 'read'],
  getJob: ['management', 'read'],
  listDrive: ['management', 'read'],
  getUsage: ['management', 'read'],

  createForm: ['management', 'write'],
  // Setting recipients also requires the `read` scope, as does changing a webhook's URL. See
  // receiving.test.ts.
  updateForm: ['management', 'write'],
  resendConfirmation: ['management', 'write', 'read'],
  sendTestEmail: ['management', 'write', 'read'],
  deleteForm: ['management', 'write'],
  updateSubmission: ['management', 'write'],
  changeSubmissions: ['management', 'write'],
  changeFormSubmissions: ['management', 'write', 'read'],
  getBulkJob: ['management', 'read'],
  undoBulkJob: ['management', 'write'],
  deleteSubmission: ['management', 'write'],
  listAssignees: ['management', 'read'],
  createDataRequest: ['management', 'admin', 'read'],
  listDataRequests: ['management', 'admin', 'read'],
  getDataRequest: ['management', 'admin', 'read'],
  listDataRequestMatches: ['management', 'admin', 'read'],
  confirmDataRequest: ['management', 'admin', 'read', 'write'],
  cancelDataRequest: ['management', 'admin', 'read'],
  createImport: ['management', 'write', 'read'],
  getImport: ['management', 'read', 'write'],
  confirmImport: ['management', 'write', 'read'],
  listLabels: ['management', 'read'],
  createLabel: ['management', 'write'],
  updateLabel: ['management', 'write'],
  deleteLabel: ['management', 'write'],
  createReply: ['management', 'write', 'read'],
  createReplyTemplate: ['management', 'write'],
  updateReplyTemplate: ['management', 'write'],
  deleteReplyTemplate: ['management', 'write'],
  createWebhook: ['management', 'write', 'read'],
  createAccountWebhook: ['management', 'write', 'read'],
  updateWebhook: ['management', 'write'],
  deleteWebhook: ['management', 'write'],
  testWebhook: ['management', 'write', 'read'],
  replayDelivery: ['management', 'write', 'read'],
  recoverWebhook: ['management', 'write', 'read'],

  getMe: ['caller'],
  createSession: ['management-key'],
  mcp: ['agent'],
  signOut: ['session'],

  listMembers: ['management', 'admin'],
  inviteMember: ['management', 'admin'],
  updateAccount: ['management', 'admin'],
  updateMember: ['management', 'admin'],
  removeMember: ['management', 'admin'],
  endMemberSessions: ['management', 'admin'],
  // Members can end the connections that they authorized. See connections.test.ts.
  listConnections: ['management', 'read'],
  deleteConnection: ['management', 'read'],
  createOauthClient: ['management', 'admin'],
  listOauthClients: ['management', 'admin'],
  getOauthClient: ['management', 'admin'],
  updateOauthClient: ['management', 'admin'],
  rotateOauthClientSecret: ['management', 'admin'],
  deleteOauthClient: ['management', 'admin'],
  createApiKey: ['management', 'admin'],
  rollApiKey: ['management', 'admin'],
  listApiKeys: ['management', 'admin'],
  listAuditLog: ['management', 'admin'],
  revokeApiKey: ['management', 'admin'],
};
