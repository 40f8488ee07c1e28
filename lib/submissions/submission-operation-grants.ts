/** Defines the grants for the submission and file functions. */
import { accountZoneAttributes } from '../../lambdas/accounts/account.ts';
import { assigneeAttributes } from '../../lambdas/submissions/handling/assignee.ts';
import { labelAttributes } from '../../lambdas/submissions/labels/label.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface SubmissionOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
  readonly formJobs: { readonly grantStart: Grant };
}

/** Lets a function change a submission. Releasing a submission from spam counts towards the quota. */
export const changeSubmissionGrant = (storage: Storage, settings: StageSettings): Grant =>
  allOf(
    storage.grantReadForm,
    storage.submissions.grant('GetItem', 'UpdateItem'),
    storage.accounts.grant('GetItem'),
    storage.counters.grant('UpdateItem'),
    variable('PLANS', JSON.stringify(settings.plans)),
    variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    ...(settings.eventBus ? [variable('HAS_EVENT_BUS', 'true')] : []),
  );

/** Lets a function show the names of labels and assignees. */
const readNamesGrant = (storage: Storage): Grant =>
  allOf(
    storage.accounts.grantReadAttributes(labelAttributes, 'GetItem'),
    storage.members.grant('BatchGetItem'),
  );

/** Lets a function filter by assignee and label, and check the assignee and label ids in a change. */
export const filterByNamesGrant = (storage: Storage): Grant =>
  allOf(readNamesGrant(storage), storage.members.grantReadAttributes(assigneeAttributes, 'Query'));

const listGrant = (storage: Storage): Grant =>
  allOf(storage.submissions.grant('Query', 'BatchGetItem'), storage.submissions.grantQueryIndex('spam'));

/** Lets a function count the submissions that match a filter, and store and queue a bulk job. */
const startBulkJobGrant = ({
  storage,
  formJobs,
}: Pick<SubmissionOperationGrantsProps, 'storage' | 'formJobs'>): Grant =>
  allOf(
    listGrant(storage),
    filterByNamesGrant(storage),
    formJobs.grantStart,
    storage.formJobs.grant('GetItem'),
  );

/**
 * Returns the grants for changing up to 100 submissions, or all submissions that match a filter, but not for
 * deleting them.
 */
export function bulkChangeGrants(props: SubmissionOperationGrantsProps): readonly Grant[] {
  const { storage, settings } = props;
  const { authenticate } = callerGrants(storage);
  return [
    authenticate,
    changeSubmissionGrant(storage, settings),
    storage.grantListForms,
    startBulkJobGrant(props),
  ];
}

export function submissionOperationGrants({ storage, settings, formJobs }: SubmissionOperationGrantsProps) {
  const { authenticate, authenticateKey } = callerGrants(storage);
  const readForm = storage.grantReadForm;
  const listSubmissions = listGrant(storage);
  const changeSubmission = changeSubmissionGrant(storage, settings);
  const readNames = readNamesGrant(storage);
  const filterByNames = filterByNamesGrant(storage);
  const changeLabels = allOf(
    storage.accounts.grantReadAttributes(labelAttributes, 'GetItem'),
    storage.accounts.grantUpdateAttributes('labels'),
  );
  const startBulkJob = startBulkJobGrant({ storage, formJobs });
  /** Lets a function delete a submission's e-mail log without reading the recipients. */
  const deleteEmails = allOf(
    storage.emails.grantReadAttributes(['form_id', 'email_key'], 'Query'),
    storage.emails.grant('BatchWriteItem'),
  );
  return {
    listSubmissions: [authenticate, readForm, listSubmissions, filterByNames, storage.grantSearch],
    listAllSubmissions: [
      authenticate,
      storage.grantListForms,
      listSubmissions,
      filterByNames,
      storage.grantSearch,
    ],
    testFormFilter: [authenticate, readForm, storage.submissions.grant('Query')],
    testFilter: [authenticate, storage.grantListForms, storage.submissions.grant('Query')],
    exportSubmissions: [
      authenticate,
      readForm,
      storage.grantListForms,
      listSubmissions,
      filterByNames,
      storage.accounts.grantReadAttributes(accountZoneAttributes, 'GetItem'),
      storage.grantExport,
    ],
    getSubmission: [authenticate, readForm, storage.submissions.grant('GetItem'), readNames],
    listAssignees: [authenticate, storage.members.grantReadAttributes(assigneeAttributes, 'Query')],
    listLabels: [authenticate, storage.accounts.grantReadAttributes(labelAttributes, 'GetItem')],
    createLabel: [authenticate, changeLabels],
    updateLabel: [authenticate, changeLabels],
    deleteLabel: [authenticate, changeLabels],
    getFile: [
      authenticateKey,
      readForm,
      storage.submissions.grant('GetItem'),
      storage.grantAttachments('GetObject'),
    ],
    updateSubmission: [authenticate, changeSubmission, readNames],
    changeSubmissions: [
      ...bulkChangeGrants({ storage, settings, formJobs }),
      storage.submissions.grant('DeleteItem'),
      deleteEmails,
    ],
    changeFormSubmissions: [authenticate, readForm, startBulkJob],
    getBulkJob: [authenticate, storage.formJobs.grant('GetItem')],
    undoBulkJob: [authenticate, storage.formJobs.grant('GetItem', 'PutItem', 'DeleteItem')],
    deleteSubmission: [
      authenticate,
      readForm,
      storage.submissions.grant('GetItem', 'DeleteItem'),
      deleteEmails,
    ],
  };
}
