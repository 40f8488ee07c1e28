/** Defines the grants for the reply and reply template functions. */
import { consentAttributes, ownerAttributes } from '../../lambdas/forms/recipients/recipient.ts';
import { REPEATED_REPLIES } from '../../lambdas/submissions/replies/reply-once.ts';
import { REPLY_COUNTER } from '../../lambdas/submissions/replies/reply.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

/** Key prefixes in the Replies table. Replies belong to forms, and templates belong to accounts. */
const REPLIES = 'frm_';
const TEMPLATES = 'acc_';

export interface ReplyOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
  /** Lets a function queue e-mails. Grants nothing if the stage has no mail sender. */
  readonly sendEmail: Grant;
}

export function replyOperationGrants({ storage, settings, sendEmail }: ReplyOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const readSubmission = storage.submissions.grant('GetItem');
  const { replies } = storage;
  // Needed to check that the reply-to address is confirmed.
  const readConfirmation = [
    storage.accounts.grantReadAttributes(ownerAttributes, 'GetItem'),
    storage.recipients.grantReadAttributes(consentAttributes, 'BatchGetItem'),
  ];
  return {
    createReply: [
      authenticate,
      storage.grantReadForm,
      readSubmission,
      // Adding a reply also changes the submission's version.
      storage.submissions.grantUpdateAttributes('submission_id', 'version'),
      variable('EMAIL_ENABLED', String(settings.mailSender !== undefined)),
      ...readConfirmation,
      replies.grantKeyPrefix(REPLIES, 'GetItem'),
      replies.grantAdd(REPLIES),
      storage.emails.grant('Query'),
      storage.emails.grantWriteWithoutReturn('PutItem'),
      storage.counters.grantKeyPrefix(REPLY_COUNTER, 'UpdateItem'),
      storage.idempotency.grantKeyPrefix(REPEATED_REPLIES, 'GetItem', 'PutItem'),
      sendEmail,
    ],
    listReplies: [
      authenticate,
      storage.grantReadForm,
      readSubmission,
      replies.grantKeyPrefix(REPLIES, 'Query'),
      storage.emails.grant('Query'),
    ],
    previewReply: [authenticate, storage.grantReadForm, readSubmission, ...readConfirmation],
    createReplyTemplate: [authenticate, replies.grantKeyPrefix(TEMPLATES, 'PutItem', 'UpdateItem')],
    listReplyTemplates: [authenticate, replies.grantKeyPrefix(TEMPLATES, 'Query')],
    updateReplyTemplate: [authenticate, replies.grantKeyPrefix(TEMPLATES, 'GetItem', 'UpdateItem')],
    deleteReplyTemplate: [authenticate, replies.grantKeyPrefix(TEMPLATES, 'DeleteItem', 'UpdateItem')],
  };
}
