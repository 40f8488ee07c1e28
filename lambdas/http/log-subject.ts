/**
 * Defines the ids of the caller and the resource in a request's log line. The log line never contains a
 * secret or its hash.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { formIdOf, isFormId, parentsOfDelivery } from '../core/ids.ts';

export interface LogSubject {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly member_id?: string;
  readonly connection_id?: string;
  readonly client_id?: string;
  /** Id of the access token, if one was used instead of a key. */
  readonly token_id?: string;
  readonly form_id?: string;
  readonly outcome?: 'stored' | 'spam' | 'replay';
  /** A limit whose reserved unit could not be released after the submission failed to be stored. */
  readonly not_given_back?: 'quota' | 'address';
  /** Reason why a sign-in failed. */
  readonly sign_in?: string;
}

/**
 * Returns the form that a path refers to, either by the form's id or by the id of a resource that belongs to
 * the form.
 */
export function subjectOfPath({
  pathParameters,
}: Pick<APIGatewayProxyEventV2, 'pathParameters'>): LogSubject {
  const id = pathParameters?.['id'] ?? pathParameters?.['jobId'] ?? '';
  const formId = isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
  return formId === undefined ? {} : { form_id: formId };
}
