/**
 * Creates a function's DynamoDB clients. During outages, their calls throw `Unavailable`. Throttled calls are
 * logged.
 */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { callLimits } from './call-limits.ts';
import type { DocumentClient } from '../dynamodb.ts';
import { failFastItems, itemsOf, type HotPathClients, type QuotaClients } from '../item-client.ts';
import { responseBytes } from './response-bytes.ts';
import { SigningHash } from './signing-hash.ts';
import { lazy } from '../../core/lazy.ts';
import { unavailableInOutages } from '../outage.ts';
import { logThrottling } from '../throttled-calls.ts';

const ignore = (): void => undefined;
/**
 * A logger that discards messages. It has no `info` method, so the SDK doesn't copy each call's input and output
 * for a log message. Copying them would take a twentieth of the CPU time per submission.
 */
const withoutInfo = { debug: ignore, warn: ignore, error: ignore } as DynamoDBClientConfig['logger'];

function dynamoDbClient(settings: DynamoDBClientConfig = {}): DynamoDBClient {
  const client: DynamoDBClient = new DynamoDBClient({
    ...callLimits('dynamodb'),
    sha256: SigningHash,
    streamCollector: responseBytes,
    logger: withoutInfo,
    // Without this option, the SDK creates a signer for each call.
    signer: lazy(() => {
      const { credentials, region } = client.config;
      return Promise.resolve(
        new SignatureV4({ credentials, region, service: 'dynamodb', sha256: SigningHash }),
      );
    }),
    ...settings,
  });
  return unavailableInOutages(logThrottling(client));
}

/** Creates the client that most stores use. */
export function documentClient(): DocumentClient {
  return DynamoDBDocumentClient.from(dynamoDbClient(), { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * Creates the hot-path clients from a function's document client, so that all of them share its connections.
 */
export function hotPathClients(db = documentClient()): HotPathClients {
  const { requestHandler } = db.config;
  return { db, items: itemsOf(dynamoDbClient({ requestHandler, cacheMiddleware: true })) };
}

/** Creates the hot-path clients for stores that use quota counters. */
export function quotaClients(db = documentClient()): QuotaClients {
  const { requestHandler } = db.config;
  const clients = hotPathClients(db);
  const once = itemsOf(dynamoDbClient({ requestHandler, cacheMiddleware: true, maxAttempts: 1 }));
  return { ...clients, failFast: failFastItems(once, clients.items) };
}
