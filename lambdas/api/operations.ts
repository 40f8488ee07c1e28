/**
 * Lists all HTTP operations. The API's routes, functions, access rules, request validation and OpenAPI
 * document are derived from this list.
 *
 * To keep code for other operations out of a function's bundle, handlers import their operation from the
 * `*-operations.ts` file in their folder, and schemas are wrapped in functions.
 */
import { health } from './health/health-operations.ts';
import {
  submitForm,
  createUpload,
  getChallenge,
  getFormPage,
  getThanks,
} from '../ingest/ingest-operations.ts';
import { getPreview } from '../form-pages/form-page-operations.ts';
import {
  createForm,
  listForms,
  getForm,
  updateForm,
  resendConfirmation,
  sendTestEmail,
  deleteForm,
} from '../forms/form-operations.ts';
import {
  cancelDataRequest,
  confirmDataRequest,
  createDataRequest,
  getDataRequest,
  listDataRequestMatches,
  listDataRequests,
} from '../data-requests/data-request-operations.ts';
import { confirmImport, createImport, getImport } from '../imports/import-operations.ts';
import { testFilter, testFormFilter } from '../submissions/filters/filter-operations.ts';
import { listFields, getSample, getStatistics, getUsage } from '../analytics/analytics-operations.ts';
import {
  getConfirmation,
  confirmRecipient,
  getUnsubscription,
  unsubscribeRecipient,
} from '../emails/recipients/recipient-operations.ts';
import {
  listSubmissions,
  listAllSubmissions,
  exportSubmissions,
  getSubmission,
  getFile,
  updateSubmission,
  changeSubmissions,
  changeFormSubmissions,
  getBulkJob,
  undoBulkJob,
  deleteSubmission,
} from '../submissions/submission-operations.ts';
import { listAssignees } from '../submissions/handling/assignee-operations.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from '../submissions/labels/label-operations.ts';
import {
  createReply,
  createReplyTemplate,
  deleteReplyTemplate,
  listReplies,
  previewReply,
  listReplyTemplates,
  updateReplyTemplate,
} from '../submissions/replies/reply-operations.ts';
import { getTimeline } from '../timeline/timeline-operations.ts';
import {
  createWebhook,
  createAccountWebhook,
  listAccountWebhooks,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
  replayDelivery,
  recoverWebhook,
  getRecovery,
  listRecoveries,
} from '../webhooks/webhook-operations.ts';
import { submitEntry, getJob, listDrive } from '../localized/localized-operations.ts';
import {
  createOauthClient,
  deleteOauthClient,
  getOauthClient,
  listOauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
} from '../apps/app-operations.ts';
import { deleteConnection, listConnections } from '../connections/connection-operations.ts';
import { createApiKey, listApiKeys, revokeApiKey, rollApiKey } from '../auth/keys/api-key-operations.ts';
import { listAuditLog } from '../people/audit-log/audit-operations.ts';
import {
  createSession,
  endMemberSessions,
  getMe,
  inviteMember,
  listMembers,
  removeMember,
  signOut,
  updateAccount,
  updateMember,
} from '../people/people-operations.ts';
import {
  askConsent,
  answerConsent,
  issueToken,
  revokeToken,
  getOauthMetadata,
  getProtectedResource,
} from '../connections/oauth/oauth-operations.ts';
import { getHome, getOpenapi, getDocs, getProblemType } from './documentation/documentation-operations.ts';
import { mcp } from '../agents/agent-operations.ts';
import { getFormScript } from '../form-script/form-script-operations.ts';
import { getConsole } from '../console/console-operations.ts';
import { startSignIn, finishSignIn, signOutOfIssuer } from '../sign-in/sign-in-operations.ts';

export const operations = {
  getHome,
  health,
  submitForm,
  createUpload,
  getChallenge,
  getThanks,
  getFormPage,
  createForm,
  listForms,
  getForm,
  updateForm,
  resendConfirmation,
  sendTestEmail,
  deleteForm,
  listFields,
  getSample,
  getStatistics,
  getPreview,
  getConfirmation,
  confirmRecipient,
  getUnsubscription,
  unsubscribeRecipient,
  listSubmissions,
  listAllSubmissions,
  exportSubmissions,
  getSubmission,
  getTimeline,
  getFile,
  updateSubmission,
  changeSubmissions,
  changeFormSubmissions,
  getBulkJob,
  testFormFilter,
  testFilter,
  undoBulkJob,
  deleteSubmission,
  createDataRequest,
  listDataRequests,
  getDataRequest,
  listDataRequestMatches,
  confirmDataRequest,
  cancelDataRequest,
  createImport,
  getImport,
  confirmImport,
  listAssignees,
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  createReply,
  listReplies,
  previewReply,
  createReplyTemplate,
  listReplyTemplates,
  updateReplyTemplate,
  deleteReplyTemplate,
  createWebhook,
  createAccountWebhook,
  listAccountWebhooks,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
  replayDelivery,
  recoverWebhook,
  getRecovery,
  listRecoveries,
  submitEntry,
  getJob,
  listDrive,
  createApiKey,
  rollApiKey,
  listApiKeys,
  revokeApiKey,
  createOauthClient,
  listOauthClients,
  getOauthClient,
  updateOauthClient,
  rotateOauthClientSecret,
  deleteOauthClient,
  listConnections,
  deleteConnection,
  listAuditLog,
  getMe,
  createSession,
  signOut,
  listMembers,
  inviteMember,
  updateAccount,
  updateMember,
  removeMember,
  endMemberSessions,
  getUsage,
  askConsent,
  answerConsent,
  issueToken,
  revokeToken,
  getOauthMetadata,
  getProtectedResource,
  getOpenapi,
  getDocs,
  mcp,
  getFormScript,
  getProblemType,
  getConsole,
  startSignIn,
  finishSignIn,
  signOutOfIssuer,
} as const;

export type OperationName = keyof typeof operations;
