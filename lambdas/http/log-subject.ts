/**
 * Defines the ids of the caller and the resource in a request's log line. The log line never contains a
 * secret or its hash.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { logIdsOf, type LogIds } from '../core/log-ids.ts';

export interface LogSubject extends LogIds {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly member_id?: string;
  readonly connection_id?: string;
  readonly client_id?: string;
  /** Id of the access token, if one was used instead of a key. */
  readonly token_id?: string;
  readonly outcome?: 'stored' | 'spam' | 'replay';
  /**
   * The limit whose counter is one too high: a unit was reserved for a submission that wasn't stored, and
   * releasing the unit failed.
   */
  readonly not_given_back?: 'quota' | 'address';
  /** Name of the tool that an agent called. */
  readonly tool?: string;
  /** Reason why a sign-in failed. */
  readonly sign_in?: string;
}

/** Returns the ids of the resource in a path and of the form that it belongs to. */
export function subjectOfPath({
  pathParameters,
}: Pick<APIGatewayProxyEventV2, 'pathParameters'>): LogSubject {
  const id = pathParameters?.['id'] ?? pathParameters?.['jobId'] ?? '';
  return logIdsOf(id);
}
