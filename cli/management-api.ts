/**
 * Calls the management API for commands that act on behalf of an account. As for any other client, the
 * account's key determines the permissions and appears in the audit log.
 */
import { Option, type Command } from 'commander';
import * as z from 'zod';
import { command, DEFAULT_STAGE, type CommandOptions, type Terminal } from './command-line.ts';
import { RefusedByApi, ServiceNotFound } from './operator-errors.ts';
import { deployedOutputs, localOutputs } from './service-connection.ts';

const KEY_VARIABLE = 'SVC_FORMS_KEY';
const URL_VARIABLE = 'SVC_FORMS_URL';
const TIMEOUT_MS = 30_000;

/** Options of commands that call the API. */
export interface ApiOptions extends CommandOptions {
  readonly url?: string;
  readonly key?: string;
}

/** Creates a command with the options for calling the API. */
export function apiCommand(terminal: Terminal, name: string, description: string): Command {
  return command(terminal, name, description)
    .option(
      '--url <url>',
      `URL of the service (env: ${URL_VARIABLE}). Without it, the stack is looked up with your AWS credentials`,
    )
    .addOption(
      new Option(
        '--key <key>',
        'Management key of the account (with --local, defaults to the demo account)',
      ).env(KEY_VARIABLE),
    );
}

/** Returns the command-line arguments that select the same service in another command. */
export function targetOptions({
  local,
  url,
  stage,
  stack,
}: Pick<ApiOptions, 'local' | 'url' | 'stage' | 'stack'>): string[] {
  if (url !== undefined) return ['--url', url];
  if (local) return ['--local'];
  if (stack !== undefined) return ['--stack', stack];
  return stage === DEFAULT_STAGE ? [] : ['--stage', stage];
}

export interface ManagementApi {
  /**
   * Sends a request and returns the response's parsed body.
   * @throws RefusedByApi if the API responds with an error
   * @throws ServiceNotFound if the service doesn't respond
   */
  call<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body?: object,
  ): Promise<z.output<Schema>>;
}

/** A problem document. Its `detail` also names invalid values. */
const problem = z.object({ title: z.string().optional(), detail: z.string().optional() });

/**
 * Connects to the API of the service that the options specify.
 * @throws ServiceNotFound if the service doesn't exist or no key is set
 */
export async function managementApi(options: ApiOptions): Promise<ManagementApi> {
  const { baseUrl, key } = await apiTarget(options);
  return {
    async call(schema, method, path, body) {
      const response = await send(new URL(path, baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (!response.ok) throw new RefusedByApi(reasonOf(response.status, text));
      return schema.parse(text === '' ? undefined : JSON.parse(text));
    },
  };
}

/**
 * Returns the URL and the key of the API that the options specify.
 * @throws ServiceNotFound if the service doesn't exist or no key is set
 */
export async function apiTarget(
  options: ApiOptions,
): Promise<{ readonly baseUrl: string; readonly key: string }> {
  const { baseUrl, managementKey } = await targetOf(options);
  const key = options.key ?? managementKey;
  if (key === undefined) throw new ServiceNotFound(`Set ${KEY_VARIABLE} to a management key, or use --key.`);
  return { baseUrl, key };
}

async function targetOf(
  options: ApiOptions,
): Promise<{ readonly baseUrl: string; readonly managementKey?: string | undefined }> {
  const url = options.url ?? (options.local ? undefined : process.env[URL_VARIABLE]);
  if (url !== undefined) {
    if (!URL.canParse(url))
      throw new ServiceNotFound(`${url} is not a URL. Use for example https://forms.example.com.`);
    return { baseUrl: url };
  }
  const { outputs, baseUrl, managementKey } = options.local ? localOutputs() : await deployedOutputs(options);
  const found = baseUrl ?? outputs['BaseUrl'];
  if (found === undefined)
    throw new ServiceNotFound('The stack has no output BaseUrl. Specify the URL with --url.');
  return { baseUrl: found, managementKey };
}

/**
 * Sends a request without following redirects, because a redirect could leak the key.
 * @throws ServiceNotFound if there is no response
 */
async function send(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, redirect: 'error' });
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const text = reason instanceof Error ? reason.message : String(reason);
    throw new ServiceNotFound(`${url.origin} doesn't respond: ${text}`, { cause });
  }
}

/**
 * Returns the reason given in a problem document. For other responses, which may come from a proxy, returns
 * their status.
 */
function reasonOf(status: number, text: string): string {
  const unknown = `The service responded with status ${status}.`;
  try {
    const { title = unknown, detail = title } = problem.parse(JSON.parse(text));
    return detail;
  } catch {
    return unknown;
  }
}
