/** Combines the grants for all HTTP operations. Each folder defines the grants for its own operations. */
import { CHANGE_MARKER, countsAsWrite } from '../../lambdas/core/counters/change-marker.ts';
import { FORM_COUNTS, QUOTA_COUNTER } from '../../lambdas/core/counters/counter-names.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { agentOperationGrants, grantsOfTools } from '../agents/agent-operation-grants.ts';
import { analyticsOperationGrants } from '../analytics/analytics-operation-grants.ts';
import { appOperationGrants } from '../apps/app-operation-grants.ts';
import { apiKeyOperationGrants } from '../auth/api-key-operation-grants.ts';
import type { Grant } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import { connectionOperationGrants } from '../connections/connection-operation-grants.ts';
import { oauthOperationGrants } from '../connections/oauth-operation-grants.ts';
import { consoleOperationGrants } from '../console/console-operation-grants.ts';
import {
  dataRequestOperationGrants,
  type DataRequestOperationGrantsProps,
} from '../data-requests/data-request-operation-grants.ts';
import { importOperationGrants } from '../imports/import-operation-grants.ts';
import { recipientOperationGrants } from '../emails/recipient-operation-grants.ts';
import { formPageOperationGrants } from '../form-pages/form-page-operation-grants.ts';
import { formOperationGrants, type FormOperationGrantsProps } from '../forms/form-operation-grants.ts';
import { ingestOperationGrants } from '../ingest/ingest-operation-grants.ts';
import { localizedOperationGrants } from '../localized/localized-operation-grants.ts';
import { peopleOperationGrants, type PeopleOperationGrantsProps } from '../people/people-operation-grants.ts';
import { signInOperationGrants } from '../sign-in/sign-in-operation-grants.ts';
import type { Storage } from '../storage/storage.ts';
import {
  replyOperationGrants,
  type ReplyOperationGrantsProps,
} from '../submissions/reply-operation-grants.ts';
import { bulkChangeGrants, submissionOperationGrants } from '../submissions/submission-operation-grants.ts';
import { timelineOperationGrants } from '../timeline/timeline-operation-grants.ts';
import {
  webhookOperationGrants,
  type WebhookOperationGrantsProps,
} from '../webhooks/webhook-operation-grants.ts';
import {
  documentationOperationGrants,
  type DocumentationOperationGrantsProps,
} from './documentation-operation-grants.ts';

export interface OperationGrantsProps
  extends
    DataRequestOperationGrantsProps,
    DocumentationOperationGrantsProps,
    FormOperationGrantsProps,
    PeopleOperationGrantsProps,
    ReplyOperationGrantsProps,
    WebhookOperationGrantsProps {}

type OperationGrants = Readonly<Record<OperationName, readonly Grant[]>>;

/** Returns the grants for every operation. A missing operation causes a compile error. */
export function operationGrants(props: OperationGrantsProps): OperationGrants {
  const grants = {
    ...documentationOperationGrants(props),
    ...consoleOperationGrants(props),
    ...ingestOperationGrants(props),
    ...formPageOperationGrants(props),
    ...formOperationGrants(props),
    ...analyticsOperationGrants(props),
    ...recipientOperationGrants(props),
    ...submissionOperationGrants(props),
    ...dataRequestOperationGrants(props),
    ...importOperationGrants(props),
    ...replyOperationGrants(props),
    ...timelineOperationGrants(props),
    ...webhookOperationGrants(props),
    ...localizedOperationGrants(props),
    ...apiKeyOperationGrants(props),
    ...appOperationGrants(props),
    ...connectionOperationGrants(props),
    ...oauthOperationGrants(props),
    ...peopleOperationGrants(props),
    ...signInOperationGrants(props),
    ...agentOperationGrants(props),
  } satisfies OperationGrants;
  const all = withDeclaredGrants(grants, props.storage);
  // Omit grants that no tool needs: deleting submissions and starting form jobs.
  const { grantRecord } = props.formJobs;
  const withoutJobs = { ...props, formJobs: { grantRecord, grantStart: grantRecord } };
  const { updateForm } = formOperationGrants(withoutJobs);
  const changeSubmissions = bulkChangeGrants(withoutJobs);
  const ofTools = withDeclaredGrants({ ...grants, updateForm, changeSubmissions }, props.storage);
  return { ...all, mcp: [...all.mcp, grantsOfTools(ofTools, props)] };
}

/**
 * Adds the grants that follow from an operation's declaration. Audited operations can add to the audit log.
 * List operations can read change markers, and write operations can update them
 * (`lambdas/core/counters/change-marker.ts`).
 */
function withDeclaredGrants(
  grants: OperationGrants,
  { counters, grantAddToAuditLog }: Storage,
): OperationGrants {
  const followChanges = shared(
    counters,
    'FollowChanges',
    counters.grantKeyPrefixes([CHANGE_MARKER, FORM_COUNTS, QUOTA_COUNTER], 'BatchGetItem'),
  );
  const countChange = shared(counters, 'CountChange', counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem'));
  const all: Record<OperationName, readonly Grant[]> = { ...grants };
  for (const operation of Object.values(operations)) {
    all[operation.name] = [
      ...all[operation.name],
      ...('audit' in operation ? [grantAddToAuditLog] : []),
      ...('follows' in operation ? [followChanges] : []),
      ...(countsAsWrite(operation) ? [countChange] : []),
    ];
  }
  return all;
}
