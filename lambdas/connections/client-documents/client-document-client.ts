/**
 * Loads the metadata documents of apps that use a URL as their client id (OAuth Client ID Metadata
 * Documents). Only use this client for people who are signed in, so that strangers can't make the service
 * send requests.
 */
import * as net from 'node:net';
import { SECOND, type Clock } from '../../core/clock.ts';
import { isClientDocumentUrl, isLoopbackDocument } from '../../core/web/client-document-url.ts';
import type { ExpiringCache } from '../../core/expiring-cache.ts';
import { systemLookup, type ConnectionConfig } from '../../outbound/guarded-connection.ts';
import { abortOf, singleUseClient } from '../../outbound/single-use-client.ts';
import {
  isJson,
  lifetimeOf,
  MAX_DOCUMENT_BYTES,
  parseClientDocument,
  type DescribedApp,
} from './client-document.ts';
import { knownApp } from './known-apps.ts';

/** Maximum time to load a document, from the DNS lookup to its last byte, in milliseconds. */
const DEADLINE = 5 * SECOND;

export interface ClientDocumentsConfig {
  /**
   * True on local stages, which only load documents from 127.0.0.1. Other stages only load documents from
   * public addresses.
   */
  readonly isLocal: boolean;
  readonly now: Clock;
  /** Keeps documents between requests. */
  readonly cache: ExpiringCache<DescribedApp>;
  /** Replaces DNS, the network and the trusted certificates. Only set in tests. */
  readonly connection?: Pick<ConnectionConfig, 'lookup' | 'dial' | 'ca'>;
}

/** Finds apps by the URLs of their documents. */
export interface ClientDocuments {
  /**
   * Returns the app that the document describes, or undefined if the document can't be loaded or isn't valid.
   * Caches documents as long as their headers allow, for an hour at most.
   */
  find(url: string): Promise<DescribedApp | undefined>;
}

/** Creates the client. */
export function clientDocuments({ isLocal, now, cache, connection }: ClientDocumentsConfig): ClientDocuments {
  const config: ConnectionConfig = {
    lookup: systemLookup,
    dial: net.connect,
    ...connection,
    allowPrivateTargets: isLocal,
  };

  return {
    async find(url) {
      if (!isClientDocumentUrl(url)) return undefined;
      if (isLoopbackDocument(url) !== isLocal) return isLocal ? knownApp(url) : undefined;
      const at = now();
      const cached = cache.get(url, at);
      if (cached) return cached;
      const loaded = await load(url, config).catch(() => undefined);
      if (!loaded) return knownApp(url);
      if (loaded.lifetime > 0) cache.set(url, loaded.app, at + loaded.lifetime);
      return loaded.app;
    },
  };
}

/**
 * Loads a document. Doesn't follow redirects, which is undici's default.
 * @throws any connection error, or a TimeoutError
 */
async function load(
  text: string,
  config: ConnectionConfig,
): Promise<{ app: DescribedApp; lifetime: number } | undefined> {
  const url = new URL(text);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new DOMException('Too slow', 'TimeoutError')), DEADLINE);
  const client = singleUseClient(url, config, ending.signal);
  try {
    // Race against the deadline, because a DNS lookup can't be canceled.
    const response = await Promise.race([read(client, url, ending.signal), abortOf(ending.signal)]);
    const app = response && parseClientDocument(response.bytes, text);
    return app && { app, lifetime: lifetimeOf(response.cacheControl) };
  } finally {
    clearTimeout(timer);
    ending.abort();
    await client.destroy();
  }
}

/** Reads a JSON response with the status 200. Returns undefined for any other or longer response. */
async function read(
  client: ReturnType<typeof singleUseClient>,
  url: URL,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; cacheControl: string } | undefined> {
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path: url.pathname + url.search,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    signal,
    reset: true,
  });
  const header = (name: string): string => [headers[name] ?? ''].flat().join(', ');
  const isReadable =
    statusCode === 200 && isJson(header('content-type')) && header('content-encoding') === '';
  if (!isReadable) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    // Returning from the loop destroys the response body, which closes the connection.
    if (length > MAX_DOCUMENT_BYTES) return undefined;
  }
  return { bytes: Buffer.concat(chunks), cacheControl: header('cache-control') };
}
