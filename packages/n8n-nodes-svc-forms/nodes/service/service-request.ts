/**
 * Sends the nodes' requests to the service with the selected credential, and handles pagination and files.
 */
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodeProperties,
  IWebhookFunctions,
} from 'n8n-workflow';
import { problemError, requestError, type ServiceResponse } from './service-error.ts';
import { isRecord, recordsIn, textIn } from './unknown-value.ts';

export type NodeFunctions = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface ServiceRequest {
  /** Defaults to GET. */
  readonly method?: IHttpRequestMethods;
  /** Path that starts with `/v1` and contains encoded ids. */
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject;
  readonly headers?: IDataObject;
  /** Index of the input item, used in error messages. */
  readonly itemIndex?: number;
}

/** Selects the authentication method: API key or OAuth2. */
export const authenticationProperty: INodeProperties = {
  displayName: 'Authentication',
  name: 'authentication',
  type: 'options',
  options: [
    { name: 'Management Key', value: 'key' },
    { name: 'OAuth2', value: 'oAuth2' },
  ],
  default: 'key',
};

/** Credentials that both nodes support. `authenticationProperty` selects which one is used. */
export const serviceCredentials = [
  { name: 'svcFormsApi', required: true, displayOptions: { show: { authentication: ['key'] } } },
  { name: 'svcFormsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
];

/**
 * Sends a request with the selected credential and returns the response with any status.
 * @throws NodeApiError if there is no response
 */
async function respond(
  caller: NodeFunctions,
  request: ServiceRequest,
  options: Partial<IHttpRequestOptions>,
): Promise<ServiceResponse> {
  const { method = 'GET', path, query, body, headers, itemIndex } = request;
  const type =
    caller.getNodeParameter('authentication', 0) === 'oAuth2' ? 'svcFormsOAuth2Api' : 'svcFormsApi';
  const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>(type);
  const send = async (ignoreHttpStatusErrors: boolean): Promise<ServiceResponse> => {
    try {
      return (await caller.helpers.httpRequestWithAuthentication.call(caller, type, {
        method,
        url: `${baseUrl.trim().replace(/\/+$/, '')}${path}`,
        ...(query && { qs: query }),
        ...(body && { body }),
        ...(headers && { headers: { ...headers } }),
        ...options,
        returnFullResponse: true,
        ignoreHttpStatusErrors,
      })) as ServiceResponse;
    } catch (error) {
      throw requestError(caller.getNode(), error, itemIndex);
    }
  };
  const response = await send(true);
  // Send the request again and let it throw, because n8n only renews an expired token after an error.
  return response.statusCode === 401 && type === 'svcFormsOAuth2Api' ? await send(false) : response;
}

const isSuccess = ({ statusCode }: ServiceResponse): boolean => statusCode >= 200 && statusCode < 300;

/**
 * Returns a response's JSON, or an empty string for 204.
 * @throws NodeApiError with the service's description of the problem
 */
export async function callService(caller: NodeFunctions, request: ServiceRequest): Promise<unknown> {
  const response = await respond(caller, request, { json: true });
  if (!isSuccess(response)) throw problemError(caller.getNode(), response, request.itemIndex);
  return response.body;
}

/** Calls the service like `callService` and returns an object. */
export async function callForObject(caller: NodeFunctions, request: ServiceRequest): Promise<IDataObject> {
  const response = await callService(caller, request);
  return (isRecord(response) ? response : {}) as IDataObject;
}

/** Calls the service like `callService`, but doesn't throw if the response has this status. */
export async function callExpecting(
  caller: NodeFunctions,
  request: ServiceRequest,
  status: number,
): Promise<ServiceResponse> {
  const response = await respond(caller, request, { json: true });
  if (!isSuccess(response) && response.statusCode !== status)
    throw problemError(caller.getNode(), response, request.itemIndex);
  return response;
}

const PAGE = 100;

/** Returns the first rows of a list, up to `limit`. Continues after an empty page if more pages follow. */
export async function listRows(
  caller: NodeFunctions,
  request: ServiceRequest,
  limit: number,
): Promise<IDataObject[]> {
  const rows: IDataObject[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...request.query, limit: Math.min(PAGE, limit - rows.length), ...(cursor && { cursor }) };
    const page = await callService(caller, { ...request, query });
    rows.push(...(recordsIn(page, 'data') as IDataObject[]));
    cursor = textIn(page, 'next_cursor');
  } while (cursor !== undefined && rows.length < limit);
  return rows.slice(0, limit);
}

export interface FetchedFile {
  readonly content: Buffer;
  readonly contentType: string | undefined;
}

/** Downloads a file from a signed link, which doesn't need a credential. */
export async function fetchLink(
  caller: NodeFunctions,
  url: string,
  itemIndex?: number,
): Promise<FetchedFile> {
  let response: ServiceResponse;
  try {
    response = (await caller.helpers.httpRequest({
      url,
      encoding: 'arraybuffer',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    })) as ServiceResponse;
  } catch (error) {
    throw requestError(caller.getNode(), error, itemIndex);
  }
  if (!isSuccess(response)) throw problemError(caller.getNode(), response, itemIndex);
  return fileOf(response);
}

/**
 * Downloads a file from the service. Follows redirects without n8n's help, because n8n would also send the
 * credential to the file storage, which would reject it.
 */
export async function fetchFile(caller: NodeFunctions, request: ServiceRequest): Promise<FetchedFile> {
  const response = await respond(caller, request, { encoding: 'arraybuffer', disableFollowRedirect: true });
  const { location } = response.headers;
  if (response.statusCode === 302 && typeof location === 'string')
    return await fetchLink(caller, location, request.itemIndex);
  if (!isSuccess(response)) throw problemError(caller.getNode(), response, request.itemIndex);
  return fileOf(response);
}

function fileOf({ body, headers }: ServiceResponse): FetchedFile {
  const contentType = headers['content-type'];
  return {
    content: Buffer.isBuffer(body) ? body : Buffer.from(body as ArrayBuffer),
    contentType: typeof contentType === 'string' ? contentType : undefined,
  };
}
