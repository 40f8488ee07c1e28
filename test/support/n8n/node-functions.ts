/**
 * Imitates the functions that n8n provides to a node: parameters, static data, requests with credentials, and
 * n8n's errors.
 */
import type {
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  IWebhookFunctions,
} from 'n8n-workflow';
import type { InstalledPackage } from './installed-package.ts';

export interface NodeSettings {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Credential field values, keyed by credential type. */
  readonly credentials: Readonly<Record<string, Record<string, string>>>;
  readonly mode?: 'trigger' | 'manual';
  readonly staticData?: IDataObject;
  readonly webhookUrl?: string;
  readonly workflowName?: string;
  readonly continueOnFail?: boolean;
  readonly items?: INodeExecutionData[];
  readonly timeZone?: string;
}

/** Returns the value inside a resource locator object. */
function extracted(value: any): unknown {
  return value?.__rl === true ? value.value : value;
}

/** Builds an error in the axios format. */
function failed(status: number, headers: Headers, data: unknown): Error {
  return Object.assign(new Error(`Request failed with status code ${status}`), {
    isAxiosError: true,
    response: { status, headers: Object.fromEntries(headers), data },
  });
}

/** Sends a request as n8n does. By default, n8n also sends credentials to the target of a redirect. */
async function httpRequest(options: IHttpRequestOptions): Promise<unknown> {
  const url = new URL(options.url);
  for (const [name, value] of Object.entries(options.qs ?? {}))
    url.searchParams.set(name, `${value as string | number}`);
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(options.headers as Record<string, string>),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const location = response.headers.get('location');
  if (response.status === 302 && location !== null && options.disableFollowRedirect !== true)
    return httpRequest({ ...options, url: new URL(location, url).href, qs: {} });
  const isJson =
    options.encoding !== 'arraybuffer' && /json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson ? JSON.parse(bytes.toString()) : options.encoding ? bytes : bytes.toString();
  if (!response.ok && options.ignoreHttpStatusErrors !== true)
    throw failed(response.status, response.headers, body);
  if (options.returnFullResponse !== true) return body;
  return { body, statusCode: response.status, headers: Object.fromEntries(response.headers) };
}

/**
 * Returns the headers that a credential adds: those from its `authenticate` property, or the OAuth 2.0 token.
 */
function headersOf(type: ICredentialType, values: Record<string, string>): Record<string, string> {
  if (type.extends?.includes('oAuth2Api')) return { Authorization: `Bearer ${values['accessToken'] ?? ''}` };
  const { headers = {} } = (type.authenticate as any).properties;
  return Object.fromEntries(
    Object.entries<string>(headers).map(([name, expression]) => [
      name,
      expression.slice(1).replace(/\{\{\$credentials\.(\w+)\}\}/g, (_, key: string) => values[key] ?? ''),
    ]),
  );
}

/** Returns functions that all kinds of nodes share. Node methods get them as `this`. */
export function nodeFunctions(installed: InstalledPackage, settings: NodeSettings) {
  const { parameters, credentials, items = [{ json: {} }] } = settings;
  const node = { id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
  const warnings: string[] = [];
  const valueOf = (name: string, fallback: unknown, options?: { extractValue?: boolean }): unknown => {
    const value = parameters[name] ?? fallback;
    return options?.extractValue ? extracted(value) : value;
  };
  const functions = {
    logger: { warn: (message: string) => warnings.push(message) },
    getNode: () => node,
    getMode: () => settings.mode ?? 'trigger',
    getWorkflow: () => ({ id: 'w1', name: settings.workflowName ?? 'Leads', active: true }),
    getTimezone: () => settings.timeZone ?? 'UTC',
    getWorkflowStaticData: () => settings.staticData ?? {},
    getNodeWebhookUrl: () => settings.webhookUrl,
    getInputData: () => items,
    continueOnFail: () => settings.continueOnFail ?? false,
    getCredentials: (type: string) => Promise.resolve(credentials[type]),
    getNodeParameter: valueOf,
    helpers: {
      httpRequest,
      async httpRequestWithAuthentication(type: string, options: IHttpRequestOptions): Promise<unknown> {
        const headers = headersOf(installed.credentials[type]!, credentials[type] ?? {});
        try {
          return await httpRequest({ ...options, headers: { ...options.headers, ...headers } });
        } catch (error) {
          throw new installed.NodeApiError(node as any, error as any);
        }
      },
      prepareBinaryData: (content: Buffer, fileName?: string, mimeType?: string) =>
        Promise.resolve({ data: content.toString('base64'), fileName, mimeType }),
    },
  };
  return {
    warnings,
    hook: functions as unknown as IHookFunctions,
    loadOptions: functions as unknown as ILoadOptionsFunctions,
    execute: {
      ...functions,
      // During an execution, n8n passes the item's index as an extra argument before the fallback value.
      getNodeParameter: (name: string, _item: number, fallback: unknown, options?: object) =>
        valueOf(name, fallback, options),
    } as unknown as IExecuteFunctions,
    webhook: (request: { headers: object; rawBody: Buffer }, response: object): IWebhookFunctions =>
      ({
        ...functions,
        // Even in a test run, n8n returns the active workflow's URL when it handles a request.
        getNodeWebhookUrl: () => settings.webhookUrl?.replace('/webhook-test/', '/webhook/'),
        getHeaderData: () => request.headers,
        getRequestObject: () => request,
        getResponseObject: () => response,
      }) as unknown as IWebhookFunctions,
  };
}
