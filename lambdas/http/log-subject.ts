/**
 * The caller and the subject of a request as its log line names them: only ids, never a secret or its hash.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { formIdOf, isFormId, parentsOfDelivery } from '../core/ids.ts';

export interface LogSubject {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly member_id?: string;
  readonly connection_id?: string;
  readonly client_id?: string;
  /** Id of the access token that was sent instead of a key. */
  readonly token_id?: string;
  readonly form_id?: string;
  /** The outcome of a post. */
  readonly outcome?: 'stored' | 'spam' | 'replay';
  /** A unit of a limit that stays used although the post was not stored. */
  readonly not_given_back?: 'quota' | 'address';
  /** Why a sign-in failed. */
  readonly sign_in?: string;
}

/** Returns the form in a path, given by its id or by the id of something that belongs to it. */
export function subjectOfPath({
  pathParameters,
}: Pick<APIGatewayProxyEventV2, 'pathParameters'>): LogSubject {
  const id = pathParameters?.['id'] ?? pathParameters?.['jobId'] ?? '';
  const formId = isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
  return formId === undefined ? {} : { form_id: formId };
}
