/** Lists the functions that handle several operations. All other operations have their own function. */
import type { Operation } from '../http/operation.ts';
import type { OperationName } from './operations.ts';

/**
 * The operations of each shared function. `functions/` contains a handler for each of them, named in kebab
 * case.
 *
 * A function always has the permissions of all its operations, no matter which one handles the request.
 * Operations may therefore only share a function if they meet all of these conditions
 * (docs/decisions/0051-rarely-used-operations-share-functions.md):
 * - They concern the same resource and are rarely called.
 * - All of them work without a key (`public` or `ingest`), or none do.
 * - All of them can read submissions or secrets, or none can.
 * - All of them belong to the console (`svc:console`), or none do.
 */
export const sharedFunctions = {
  apiKeys: ['createApiKey', 'listApiKeys', 'rollApiKey', 'revokeApiKey'],
  beforePosts: ['createUpload', 'getChallenge'],
  bulkJobs: ['getBulkJob', 'undoBulkJob'],
  connections: ['listConnections', 'deleteConnection'],
  consent: ['askConsent', 'answerConsent'],
  dataRequests: [
    'createDataRequest',
    'listDataRequests',
    'listDataRequestMatches',
    'confirmDataRequest',
    'cancelDataRequest',
  ],
  deliveries: ['listDeliveries', 'getDelivery', 'listRecoveries', 'getRecovery'],
  documentation: ['getOpenapi', 'getDocs'],
  filters: ['testFormFilter', 'testFilter'],
  formEmails: ['resendConfirmation', 'sendTestEmail'],
  formFields: ['listFields', 'getSample'],
  formPages: ['getThanks', 'getFormPage'],
  imports: ['getImport', 'confirmImport'],
  information: ['getHome', 'getProblemType'],
  issuer: ['startSignIn', 'signOutOfIssuer'],
  labels: ['listLabels', 'createLabel', 'updateLabel', 'deleteLabel', 'listAssignees'],
  members: ['listMembers', 'inviteMember', 'updateMember', 'removeMember', 'endMemberSessions'],
  oauthClients: [
    'createOauthClient',
    'listOauthClients',
    'getOauthClient',
    'updateOauthClient',
    'rotateOauthClientSecret',
    'deleteOauthClient',
  ],
  oauthMetadata: ['getOauthMetadata', 'getProtectedResource'],
  recipientPages: ['getConfirmation', 'confirmRecipient', 'getUnsubscription', 'unsubscribeRecipient'],
  replyTemplates: ['createReplyTemplate', 'listReplyTemplates', 'updateReplyTemplate', 'deleteReplyTemplate'],
  webhookChanges: ['createWebhook', 'createAccountWebhook', 'updateWebhook', 'deleteWebhook'],
  webhooks: ['listWebhooks', 'listAccountWebhooks', 'getWebhook'],
} as const satisfies Record<string, readonly OperationName[]>;

export type SharedFunctionName = keyof typeof sharedFunctions;

/** The names of a shared function's operations. */
export type OperationIn<Name extends SharedFunctionName> = (typeof sharedFunctions)[Name][number];

const sharing = new Map<OperationName, string>(
  Object.entries(sharedFunctions).flatMap(([name, members]) => members.map((member) => [member, name])),
);

export interface OperationFunction {
  /** Name without the stage, for example `SubmitForm`. */
  readonly name: string;
  /** Path of the handler, relative to `lambdas` and without the file extension. */
  readonly entry: string;
}

/** Returns the function that handles an operation. */
export function functionOf(
  operation: Pick<Operation, 'folder'> & { readonly name: OperationName },
): OperationFunction {
  const shared = sharing.get(operation.name);
  const name = shared ?? operation.name;
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    entry: shared === undefined ? entryOf(operation) : `api/functions/${kebabCase(shared)}`,
  };
}

/**
 * Returns the path of an operation's handler, relative to `lambdas` and without the file extension, for
 * example `forms/create-form`.
 */
export function entryOf({ folder, name }: Pick<Operation, 'folder' | 'name'>): string {
  return `${folder}/${kebabCase(name)}`;
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
