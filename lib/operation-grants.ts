/**
 * Least privilege on one page: what the function of each HTTP operation may use. What every function that sends webhooks
 * may use, those of replays and test pings among them, is in `webhook-sending-grants.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { QUOTA_COUNTER } from '../lambdas/accounts/quota.ts';
import { FORM_COUNTS } from '../lambdas/forms/counts/form-counts.ts';
import { DELIVERY_HOURS } from '../lambdas/webhooks/counts/delivery-counts.ts';
import { PING_COUNTER } from '../lambdas/webhooks/ping-cap.ts';
import { nameAttributes } from '../lambdas/forms/recipients/recipient-link.ts';
import { consentAttributes, ownerAttributes } from '../lambdas/forms/recipients/recipient.ts';
import { WEBHOOK_COUNT_VERSION, webhookAttributes } from '../lambdas/webhooks/webhook.ts';
import { callerAccount } from '../lambdas/people/caller-view.ts';
import { INVITING_COUNTER } from '../lambdas/people/members/invitation.ts';
import { thanksForm } from '../lambdas/form-pages/thanks-form.ts';
import { preflightForm, webhookMarkAttributes } from '../lambdas/forms/form.ts';
import { CHANGE_MARKER, countsAsWrite } from '../lambdas/core/change-marker.ts';
import { operations, type OperationName } from '../lambdas/api/operations.ts';
import type { EmailSending } from './emails/email-sending.ts';
import type { FormJobs } from './form-jobs.ts';
import { ingestGrants } from './ingest-grants.ts';
import { allOf, variable, type Grant } from './service-function.ts';
import type { SignIn } from './sign-in/stage-issuer.ts';
import type { StageSettings } from './stage-settings.ts';
import type { Storage } from './storage.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import { webhookUrlRules } from './webhook-sending-grants.ts';

export interface OperationGrantsProps {
  readonly storage: Storage;
  readonly webhooks: WebhookDelivery;
  readonly formJobs: FormJobs;
  /** Absent where the stage has no mail sender. */
  readonly emails: EmailSending | undefined;
  readonly signIn: SignIn;
  readonly settings: StageSettings;
}

export function operationGrants({
  storage,
  webhooks,
  formJobs,
  emails,
  signIn,
  settings,
}: OperationGrantsProps): Readonly<Record<OperationName, readonly Grant[]>> {
  const touchLastUsed = storage.apiKeys.grantUpdateAttributes('last_used_at');
  /** Finding out who calls, by an API key or an access token, and whether the account is suspended. */
  const authenticateKey = allOf(
    storage.apiKeys.grant('GetItem'),
    storage.accessTokens.grant('GetItem'),
    storage.grantReadAccountStatus,
    storage.grantReadConnection,
    touchLastUsed,
  );
  /** The same, or by the cookie of a session. */
  const authenticate = allOf(authenticateKey, storage.grantReadSession);
  const countManagementKeys = storage.accounts.grantUpdateAttributes('live_management_keys');
  /** Changing a member, which the account's count of owners follows. */
  const changeMember = allOf(
    storage.members.grant('GetItem', 'PutItem'),
    storage.accounts.grantUpdateAttributes('active_owners', 'invited_owners'),
    storage.identities.grantName,
    storage.invitations.grantName,
  );
  const endSessions = storage.sessions.grant('Query', 'BatchWriteItem');
  /** The apps of accounts; those of the installation are the operator's. */
  const readOwnApp = storage.oauthClients.grantKeyPrefix('acc_', 'GetItem');
  const readForm = storage.grantReadForm;
  const readWebhookMark = storage.formSlugs.grantReadAttributes(webhookMarkAttributes, 'GetItem');
  const emailEnabled = variable('EMAIL_ENABLED', String(settings.mailSender !== undefined));
  /** How the deliveries of a webhook ended in the last hours. */
  const readRates = storage.counters.grantKeyPrefix(DELIVERY_HOURS, 'BatchGetItem');
  /** Showing a form: whether e-mails are sent, and who of its recipients has agreed to get them. */
  const showNewForm = allOf(
    emailEnabled,
    storage.accounts.grantReadAttributes(ownerAttributes, 'GetItem'),
    storage.recipients.grantReadAttributes(consentAttributes, 'BatchGetItem'),
  );
  /** The same with what it has got. */
  const showForm = allOf(showNewForm, storage.counters.grantKeyPrefix(FORM_COUNTS, 'BatchGetItem'));
  /** Asking recipients to confirm; nobody is asked where no e-mail is sent. */
  const askRecipients = emails ? [emails.grantSend] : [];
  const noteChange = storage.counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem');
  /** Following the link of an e-mail to the page that it leads to. */
  const followLink = allOf(
    storage.recipients.grant('BatchGetItem'),
    storage.forms.grantReadAttributes(nameAttributes.form, 'GetItem'),
    storage.accounts.grantReadAttributes(nameAttributes.account, 'GetItem'),
  );
  const plans = variable('PLANS', JSON.stringify(settings.plans));
  const spamRetention = variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays));
  const listSubmissions = allOf(
    storage.submissions.grant('Query', 'BatchGetItem'),
    storage.submissions.grantQueryIndex('spam'),
  );

  /** Changing a submission, its release included, which counts towards the quota. */
  const changeSubmission = allOf(
    readForm,
    storage.submissions.grant('GetItem', 'UpdateItem'),
    storage.accounts.grant('GetItem'),
    storage.counters.grant('UpdateItem'),
    plans,
    spamRetention,
  );

  /** Removing what became of a submission's e-mails, without reading whom they went to. */
  const removeEmails = allOf(
    storage.emails.grantReadAttributes(['form_id', 'email_key'], 'Query'),
    storage.emails.grant('BatchWriteItem'),
  );

  /** Finding out who is asked about which app. */
  const askMember = allOf(storage.grantReadSession, storage.oauthClients.grant('GetItem'));
  /** Finding out which key or app asks for tokens. */
  const authenticateClient = allOf(
    storage.apiKeys.grant('GetItem'),
    storage.oauthClients.grant('GetItem'),
    storage.accessTokens.grantName,
  );
  /** Ending a connection on behalf of its app, with a row in the audit log. */
  const endConnection = allOf(
    storage.grantReadConnection,
    storage.connections.grant('GetItem'),
    storage.connections.grantWriteWithoutReturn('DeleteItem'),
    storage.grantAddToAuditLog,
  );

  const { preflight, ingest } = ingestGrants(storage, settings);

  const grants = {
    health: [variable('SERVICE_VERSION', version())],
    getHome: [variable('SERVICE_VERSION', version()), variable('CONSOLE_ENABLED', String(settings.console))],
    getOpenapi: [variable('SERVICE_VERSION', version())],
    getDocs: [variable('SERVICE_VERSION', version())],
    getFormScript: [],
    getConsole: [
      variable('FILES_ORIGIN', `https://${storage.attachments.bucketRegionalDomainName}`),
      variable('EXPORTS_ORIGIN', `https://${storage.exports.bucketRegionalDomainName}`),
    ],
    getProblemType: [],
    submitForm: [ingest],
    // A signed upload link may do only what the function that signs it may do.
    createUpload: [
      preflight,
      storage.formSlugs.grantReadAttributes(['slug', ...preflightForm.keyof().options], 'GetItem'),
      storage.uploads.grant('PutItem'),
      storage.grantUploads('PutObject'),
    ],
    getThanks: [
      storage.grantReadAccountStatus,
      storage.formSlugs.grantReadAttributes(['slug', ...thanksForm.keyof().options], 'GetItem'),
    ],
    createForm: [
      authenticate,
      storage.forms.grantWriteWithoutReturn('PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem'),
      formJobs.grantRecord,
      showNewForm,
      ...askRecipients,
    ],
    getPreview: [authenticate, readForm],
    listForms: [authenticate, storage.grantListForms, showForm],
    getForm: [authenticate, readForm, showForm],
    updateForm: [
      authenticate,
      storage.forms.grant('GetItem', 'PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
      readWebhookMark,
      formJobs.grantStart,
      showForm,
      ...askRecipients,
    ],
    deleteForm: [
      authenticate,
      readForm,
      storage.forms.grantWriteWithoutReturn('DeleteItem'),
      storage.formSlugs.grantWriteWithoutReturn('DeleteItem'),
      formJobs.grantStart,
    ],
    listFields: [authenticate, readForm, storage.submissions.grant('Query')],
    getSample: [authenticate, readForm, storage.submissions.grant('Query')],
    getStatistics: [authenticate, readForm, storage.counters.grant('BatchGetItem')],
    getConfirmation: [followLink],
    confirmRecipient: [followLink, storage.recipients.grant('UpdateItem'), noteChange],
    getUnsubscription: [followLink],
    unsubscribeRecipient: [followLink, storage.recipients.grant('UpdateItem'), noteChange],
    listSubmissions: [authenticate, readForm, listSubmissions],
    listAllSubmissions: [authenticate, storage.grantListForms, listSubmissions],
    exportSubmissions: [authenticate, readForm, listSubmissions, storage.grantExport],
    getSubmission: [authenticate, readForm, storage.submissions.grant('GetItem')],
    getTimeline: [
      authenticate,
      readForm,
      storage.submissions.grant('GetItem'),
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      storage.deliveries.grant('BatchGetItem'),
      storage.emails.grant('Query'),
    ],
    getFile: [
      authenticateKey,
      readForm,
      storage.submissions.grant('GetItem'),
      storage.grantAttachments('GetObject'),
    ],
    updateSubmission: [authenticate, changeSubmission],
    changeSubmissions: [
      authenticate,
      changeSubmission,
      storage.submissions.grant('DeleteItem'),
      removeEmails,
    ],
    deleteSubmission: [
      authenticate,
      readForm,
      storage.submissions.grant('GetItem', 'DeleteItem'),
      removeEmails,
    ],
    createWebhook: [
      authenticate,
      readForm,
      storage.forms.grantWriteWithoutReturn('ConditionCheckItem'),
      readWebhookMark,
      storage.formSlugs.grantUpdateAttributes('no_webhooks'),
      storage.connections.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem', 'Query'),
      readRates,
      storage.webhooks.grantWriteWithoutReturn('PutItem'),
      storage.counters.grantKeyPrefix(WEBHOOK_COUNT_VERSION, 'GetItem', 'PutItem'),
      variable('MAX_WEBHOOKS_PER_FORM', String(settings.maxWebhooksPerForm)),
      webhookUrlRules(settings),
    ],
    createAccountWebhook: [
      authenticate,
      storage.accounts.grantUpdateAttributes('no_account_webhooks'),
      storage.counters.grantKeyPrefix(QUOTA_COUNTER, 'UpdateItem'),
      storage.connections.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem', 'Query'),
      readRates,
      storage.webhooks.grantWriteWithoutReturn('PutItem'),
      storage.counters.grantKeyPrefix(WEBHOOK_COUNT_VERSION, 'GetItem', 'PutItem'),
      variable('MAX_WEBHOOKS_PER_ACCOUNT', String(settings.maxWebhooksPerAccount)),
      webhookUrlRules(settings),
    ],
    listAccountWebhooks: [
      authenticate,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      readRates,
    ],
    listWebhooks: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      readRates,
    ],
    getWebhook: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
      readRates,
    ],
    updateWebhook: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem', 'Query'),
      storage.webhooks.grantWriteWithoutReturn('UpdateItem'),
      storage.counters.grantKeyPrefix(WEBHOOK_COUNT_VERSION, 'GetItem', 'PutItem'),
      readRates,
      storage.connections.grantName,
      webhookUrlRules(settings),
    ],
    deleteWebhook: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
      storage.webhooks.grantWriteWithoutReturn('DeleteItem'),
    ],
    testWebhook: [
      authenticate,
      readForm,
      webhooks.grantPing,
      storage.counters.grantKeyPrefix(PING_COUNTER, 'UpdateItem'),
    ],
    replayDelivery: [authenticate, readForm, webhooks.grantSending],
    listDeliveries: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
      storage.deliveries.grant('Query'),
    ],
    getDelivery: [authenticate, readForm, storage.deliveries.grant('GetItem')],
    recoverWebhook: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
      webhooks.grantRecover,
    ],
    getRecovery: [authenticate, readForm, storage.recoveries.grant('GetItem')],
    listRecoveries: [
      authenticate,
      readForm,
      storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
      storage.recoveries.grant('Query'),
    ],
    submitEntry: [authenticateKey, ingest],
    getJob: [
      authenticate,
      readForm,
      storage.submissions.grant('GetItem'),
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      storage.deliveries.grant('BatchGetItem'),
      storage.counters.grant('BatchGetItem'),
      showForm,
    ],
    listDrive: [authenticate, storage.grantListForms, storage.submissions.grant('Query'), showForm],
    createApiKey: [
      authenticate,
      storage.apiKeys.grant('ConditionCheckItem', 'PutItem'),
      storage.members.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.accountKeys.grant('PutItem'),
      storage.counters.grant('UpdateItem'),
      countManagementKeys,
    ],
    listApiKeys: [authenticate, storage.accountKeys.grant('Query'), storage.apiKeys.grant('BatchGetItem')],
    revokeApiKey: [
      authenticate,
      storage.accountKeys.grant('GetItem', 'Query'),
      storage.apiKeys.grant('BatchGetItem'),
      storage.apiKeys.grantUpdateAttributes('revoked_at'),
      countManagementKeys,
    ],
    createOauthClient: [
      authenticate,
      storage.oauthClients.grantAdd('acc_'),
      storage.accounts.grantUpdateAttributes('oauth_clients'),
    ],
    listOauthClients: [authenticate, storage.oauthClients.grantKeyPrefix('acc_', 'Query')],
    getOauthClient: [authenticate, readOwnApp],
    updateOauthClient: [authenticate, readOwnApp, storage.oauthClients.grantAdd('acc_')],
    rotateOauthClientSecret: [authenticate, readOwnApp, storage.oauthClients.grantAdd('acc_')],
    deleteOauthClient: [
      authenticate,
      readOwnApp,
      storage.oauthClients.grantKeyPrefix('acc_', 'DeleteItem'),
      storage.connections.grant('Query', 'BatchWriteItem'),
      storage.accounts.grantUpdateAttributes('oauth_clients'),
    ],
    listConnections: [authenticate, storage.connections.grant('Query')],
    deleteConnection: [authenticate, storage.connections.grant('GetItem', 'DeleteItem')],
    getMe: [authenticate, storage.accounts.grantReadAttributes(callerAccount.keyof().options, 'GetItem')],
    createSession: [authenticateKey, storage.sessions.grant('PutItem')],
    signOut: [storage.sessions.grant('DeleteItem')],
    listMembers: [authenticate, storage.members.grant('Query')],
    inviteMember: [
      authenticate,
      readForm,
      changeMember,
      storage.identities.grant('GetItem', 'PutItem'),
      storage.invitations.grant('PutItem'),
      storage.counters.grantKeyPrefix(INVITING_COUNTER, 'UpdateItem'),
      signIn.grantInvite,
      ...askRecipients,
    ],
    updateMember: [authenticate, readForm, changeMember],
    removeMember: [
      authenticate,
      changeMember,
      storage.members.grant('DeleteItem'),
      storage.identities.grant('DeleteItem'),
      storage.invitations.grant('DeleteItem'),
      endSessions,
      storage.connections.grant('Query', 'BatchWriteItem'),
    ],
    endMemberSessions: [authenticate, storage.members.grant('GetItem'), endSessions],
    getUsage: [
      authenticate,
      storage.accounts.grant('BatchGetItem'),
      storage.counters.grant('BatchGetItem'),
      plans,
    ],
    askConsent: [
      askMember,
      readForm,
      storage.accounts.grantReadAttributes(callerAccount.keyof().options, 'GetItem'),
    ],
    answerConsent: [
      askMember,
      storage.authorizationCodes.grantWriteWithoutReturn('PutItem'),
      storage.grantAddToAuditLog,
    ],
    issueToken: [
      authenticateClient,
      endConnection,
      storage.grantReadAccountStatus,
      touchLastUsed,
      storage.accessTokens.grant('PutItem'),
      storage.authorizationCodes.grant('GetItem'),
      storage.authorizationCodes.grantUpdateAttributes('spent_at'),
      storage.members.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.connections.grantWriteWithoutReturn('PutItem', 'UpdateItem'),
    ],
    revokeToken: [authenticateClient, endConnection, storage.accessTokens.grant('GetItem', 'DeleteItem')],
    getOauthMetadata: [variable('CONSOLE_ENABLED', String(settings.console))],
    startSignIn: [signIn.grantIssuer],
    finishSignIn: [
      signIn.grantIssuer,
      storage.grantAddToAuditLog,
      storage.identities.grant('Query'),
      storage.identities.grantWriteWithoutReturn('PutItem', 'UpdateItem'),
      storage.members.grant('BatchGetItem'),
      storage.members.grantUpdateAttributes(
        ...['member_id', 'role', 'name', 'identity_key', 'joined_at', 'invited_until'],
      ),
      storage.invitations.grantWriteWithoutReturn('DeleteItem'),
      storage.accounts.grantUpdateAttributes('active_owners', 'invited_owners'),
      storage.sessions.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
    ],
    signOutOfIssuer: [signIn.grantIssuer],
    listAuditLog: [authenticate, storage.auditEvents.grant('Query')],
  } satisfies Record<OperationName, readonly Grant[]>;
  return withDeclared(grants, storage);
}

/**
 * What follows from an operation's declaration: one that declares a row in the audit log may add to it, lists read change
 * markers, and every change of a caller is counted in one (`core/change-marker.ts`).
 */
function withDeclared(
  grants: Readonly<Record<OperationName, readonly Grant[]>>,
  { counters, grantAddToAuditLog }: Storage,
): Record<OperationName, readonly Grant[]> {
  const all = { ...grants };
  for (const operation of Object.values(operations)) {
    all[operation.name] = [
      ...all[operation.name],
      ...('audit' in operation ? [grantAddToAuditLog] : []),
      ...('follows' in operation ? [counters.grantKeyPrefix(CHANGE_MARKER, 'BatchGetItem')] : []),
      ...(countsAsWrite(operation) ? [counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem')] : []),
    ];
  }
  return all;
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
