/** Whom and what a request is about, as its line in the log names them: ids only, never a secret or its hash. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { formIdOf, isFormId, parentsOfDelivery } from '../core/ids.ts';

export interface LogSubject {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly member_id?: string;
  readonly connection_id?: string;
  readonly client_id?: string;
  /** Of the access token that was sent in place of its key. */
  readonly token_id?: string;
  readonly form_id?: string;
  /** What became of a post. */
  readonly outcome?: 'stored' | 'spam' | 'replay';
  /** A unit of a limit that stays taken although the post was not stored. */
  readonly not_given_back?: 'quota' | 'address';
  /** Why a sign-in did not succeed. */
  readonly sign_in?: string;
}

/** The form that a path names, by its own id or by that of something that belongs to it. */
export function subjectOfPath({
  pathParameters,
}: Pick<APIGatewayProxyEventV2, 'pathParameters'>): LogSubject {
  const id = pathParameters?.['id'] ?? pathParameters?.['jobId'] ?? '';
  const formId = isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
  return formId === undefined ? {} : { form_id: formId };
}
