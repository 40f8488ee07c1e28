/** Calls the management API over HTTP. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { checkWebhookTarget } from '../webhooks/sender/webhook-target.ts';
import type { WebhookUrlConfig } from '../webhooks/webhook-url.ts';
import type { ApiResponse, FormsApi } from './forms-api.ts';

const TIMEOUT_MS = 30_000;
/** Number of attempts for a throttled request or a failed read. */
const TRIES = 4;
/** Maximum wait before another attempt, in seconds. */
const MAX_WAIT_S = 20;

/** A problem document. The detail also lists the values that the API rejected. */
const problem = z.object({ title: z.string().optional(), detail: z.string().optional() });

export interface FormsApiConfig {
  readonly baseUrl: string;
  /** Management key. */
  readonly key: string;
  readonly userAgent: string;
}

/** Returns a client for the API at this URL. The client retries throttled requests and failed reads. */
export function formsApiClient({ baseUrl, key, userAgent }: FormsApiConfig): FormsApi {
  const urlConfig = webhookUrlConfig(baseUrl);
  return {
    refusedUrl(url) {
      const check = checkWebhookTarget(url, urlConfig);
      return check.ok ? undefined : check.reason;
    },
    async request(method, path, { body, ifMatch } = {}) {
      const request = {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          'user-agent': userAgent,
          ...(body && { 'content-type': 'application/json' }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // Don't follow redirects, because they could leak the key.
        redirect: 'error' as const,
      };
      const url = new URL(path, baseUrl);
      for (let tries = 1; ; tries += 1) {
        const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
        const isRepeatable = response.status === 429 || (method === 'GET' && response.status >= 500);
        const wait = Number(response.headers.get('retry-after') ?? 2 ** (tries - 1));
        if (!isRepeatable || tries === TRIES || !(wait <= MAX_WAIT_S)) return toApiResponse(response);
        await response.arrayBuffer();
        await pause(wait * 1000);
      }
    },
  };
}

/**
 * Returns the webhook URL rules that apply to the service at this URL. A service without TLS is always the
 * local service, which can also send webhooks to other programs on the machine.
 */
function webhookUrlConfig(baseUrl: string): WebhookUrlConfig {
  const { host, protocol } = new URL(baseUrl);
  const isLocal = protocol === 'http:';
  return { allowHttp: isLocal, allowPrivateTargets: isLocal, ownHosts: [host] };
}

async function toApiResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const unknown = `The service responded with status ${response.status}.`;
  const body = text === '' ? undefined : parsedJson(text);
  const { title = unknown, detail = title } = problem.safeParse(body).data ?? {};
  // Remove the prefix of weak entity tags. Proxies that compress responses add it, and weak tags would never
  // match.
  const etag = response.headers.get('etag')?.replace(/^W\//, '');
  return { status: response.status, etag, body, detail };
}

/** Returns undefined if the text isn't JSON, for example because it comes from a proxy. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
