/**
 * Adds support for conditional requests to an operation. Callers that already have the current version get a
 * 304 response, and each change updates the account's change marker.
 */
import { changeMarkerStore } from '../../aws/change-marker-store.ts';
import { countsAsWrite } from '../../core/counters/change-marker.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { readEnvironment } from '../../environment.ts';
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { countedWrite } from './counted-write.ts';
import { withEtag } from './known-resource.ts';
import { withNotModified } from './unchanged-list.ts';

type Respond<Op extends KeyedOperation> = (request: HttpRequest<Op>) => Promise<HttpResponse>;

/**
 * Adds support for conditional requests to an operation's handler. The behavior depends on the operation's
 * `versioned` and `follows` properties and on whether the operation changes data.
 */
export function conditional<Op extends KeyedOperation>(
  operation: Op,
  db: DocumentClient,
  respond: Respond<Op>,
): Respond<Op> {
  const { method, follows, versioned }: KeyedOperation = operation;
  if (method === 'GET' && versioned) return withEtag(respond);
  if (!countsAsWrite(operation) && !follows) return respond;
  const markers = changeMarkerStore(db, readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE);
  return follows
    ? withNotModified(operation, { markers, now: Date.now }, respond)
    : countedWrite(markers, respond);
}
