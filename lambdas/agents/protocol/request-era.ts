/**
 * Determines whether a request uses the protocol's stateless version (`modern`) or an older version
 * (`legacy`), and checks the headers and `_meta` of stateless requests.
 */
import { isObject, type Members } from './rpc-message.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import { LEGACY_VERSIONS, META, MODERN_VERSION, VERSIONS } from './versions.ts';

export type Era = 'legacy' | 'modern';

/** Request headers, with names in lowercase. */
export type RpcHeaders = Readonly<Record<string, string | undefined>>;

export interface EraRequest {
  readonly method: string;
  readonly params: Members;
  /** Required value of the `Mcp-Name` header. Undefined if the method doesn't use this header. */
  readonly name: string | undefined;
  readonly isNotification: boolean;
}

/**
 * Returns a request's era. A request is modern if `_meta` names a version, or if the `MCP-Protocol-Version`
 * header isn't one of the older versions.
 * @throws RpcError if a modern request's headers or `_meta` are missing or don't match
 */
export function checkedEra(request: EraRequest, headers: RpcHeaders): Era {
  const inHeader = headers['mcp-protocol-version'];
  const meta = request.params['_meta'];
  const inMeta = isObject(meta) ? meta[META.version] : undefined;
  const isModern = inMeta !== undefined || (inHeader !== undefined && !LEGACY_VERSIONS.includes(inHeader));
  if (!isModern) return 'legacy';
  // Notifications don't need `_meta`.
  if (!request.isNotification || inMeta !== undefined) checkVersion(inMeta, inHeader);
  if (!request.isNotification) checkMeta(isObject(meta) ? meta : {});
  checkHeader('Mcp-Method', headers['mcp-method'], request.method);
  if (request.name !== undefined) checkHeader('Mcp-Name', decodedName(headers['mcp-name']), request.name);
  return 'modern';
}

function checkVersion(inMeta: unknown, inHeader: string | undefined): void {
  if (inMeta === undefined && inHeader !== MODERN_VERSION) throw unsupported(inHeader);
  if (typeof inMeta !== 'string')
    throw badParams(`params._meta needs "${META.version}", for example "${MODERN_VERSION}"`);
  if (inHeader === undefined)
    throw new RpcError(rpcCodes.headerMismatch, 'The header MCP-Protocol-Version is missing');
  if (inHeader !== inMeta)
    throw new RpcError(
      rpcCodes.headerMismatch,
      'The header MCP-Protocol-Version differs from the version in params._meta',
    );
  if (inMeta !== MODERN_VERSION) throw unsupported(inMeta);
}

const unsupported = (requested: string | undefined): RpcError =>
  new RpcError(
    rpcCodes.unsupportedVersion,
    'This server does not support the requested version of the protocol',
    { data: { supported: VERSIONS, requested: shortened(requested ?? '') } },
  );

/** Truncates a value that is included in an error. */
const shortened = (text: string): string => text.slice(0, 100);

function checkMeta(meta: Members): void {
  if (!isObject(meta[META.capabilities]))
    throw badParams(`params._meta needs "${META.capabilities}", for example {}`);
  const client = meta[META.client];
  if (client !== undefined && !isObject(client))
    throw badParams(`"${META.client}" in params._meta must be an object, for example {"name": "agent"}`);
}

const badParams = (text: string): RpcError => new RpcError(rpcCodes.invalidParams, text, { status: 400 });

function checkHeader(name: string, value: string | undefined, expected: string): void {
  if (value === undefined) throw new RpcError(rpcCodes.headerMismatch, `The header ${name} is missing`);
  if (value !== expected)
    throw new RpcError(rpcCodes.headerMismatch, `The header ${name} differs from the body`);
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Decodes a name. Clients send names that aren't plain ASCII as `=?base64?…?=`. */
function decodedName(value: string | undefined): string | undefined {
  const encoded = ENCODED.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}
