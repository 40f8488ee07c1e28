/**
 * Checks whether a smoke test can run: that the URL belongs to a service, and that the API key has the
 * required scopes.
 */
import * as z from 'zod';
import { contractOf, type Contract } from './contract/contract.ts';
import { networkReason, reasonOf } from './service-client.ts';
import { CannotStart } from './smoke-errors.ts';
import type { SmokeAccount } from './smoke-step.ts';

const TIMEOUT = 60_000;
const NEEDED_SCOPES = ['read', 'write'];

const caller = z.object({
  scopes: z.array(z.string()),
  account: z.object({ id: z.string(), name: z.string(), plan: z.string() }),
});
const usage = z.object({
  submissions: z.object({ limit: z.int(), remaining: z.int() }),
  uploads: z.object({ allowed: z.boolean(), max_file_bytes: z.int().nullish() }),
});

export interface Prepared {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly contract: Contract;
  readonly account: SmokeAccount;
}

/** Returns true if the URL points to this machine. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * Reads the service's OpenAPI document and the account that the API key belongs to.
 * @throws CannotStart
 */
export async function prepareSmoke(
  url: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Prepared> {
  const baseUrl = baseUrlOf(url);
  if (key === undefined || key === '')
    throw new CannotStart('Give a management key with --key or in the variable SVC_SMOKE_KEY.');
  if (key.startsWith('svc_sub_'))
    throw new CannotStart('This is a submission key. The smoke test needs a management key (svc_mgmt_…).');
  const get = getter(baseUrl, signal);
  const document = await get('/openapi');
  const notAService = `There is no form service at ${baseUrl}`;
  if (document.status !== 200) throw new CannotStart(`${notAService}: /openapi returned ${document.status}.`);
  let contract: Contract;
  try {
    contract = contractOf(JSON.parse(document.body.toString()));
  } catch (cause) {
    throw new CannotStart(`${notAService}: /openapi is not its OpenAPI document.`, { cause });
  }

  const me = await get('/v1/me', key);
  if (me.status !== 200) throw new CannotStart(`The service at ${baseUrl} refuses the key: ${reasonOf(me)}`);
  const { scopes, account } = caller.parse(JSON.parse(me.body.toString()));
  if (!NEEDED_SCOPES.every((scope) => scopes.includes(scope)))
    throw new CannotStart(
      `The key needs the scopes ${NEEDED_SCOPES.join(' and ')}, and has only ${scopes.join(', ') || 'none'}.`,
    );
  const used = await get('/v1/usage', key);
  if (used.status !== 200) throw new CannotStart(`The account's usage can't be read: ${reasonOf(used)}`);
  const { submissions, uploads } = usage.parse(JSON.parse(used.body.toString()));
  const maxFileBytes = uploads.allowed ? (uploads.max_file_bytes ?? undefined) : undefined;
  return { baseUrl, contract, account: { ...account, ...submissions, maxFileBytes } };
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new CannotStart(`"${text}" is not the address of a service. Example: https://forms.example.com`);
  if (url.protocol === 'http:' && !isThisMachine(url))
    throw new CannotStart('Use https:, because others could read the key otherwise.');
  return url.origin;
}

/** Returns a function that sends a GET request for a path, with the API key if one is given. */
function getter(baseUrl: string, signal: AbortSignal) {
  return async (path: string, key?: string): Promise<{ status: number; body: Buffer }> => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        redirect: 'manual',
        headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      if (signal.aborted) throw new CannotStart('Interrupted before the first step.', { cause });
      throw new CannotStart(`${baseUrl} doesn't respond: ${networkReason(cause)}.`, { cause });
    }
  };
}
