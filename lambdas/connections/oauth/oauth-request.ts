/**
 * Parses requests to the OAuth endpoints: the form body and the client's credentials (RFC 6749, section 2.3).
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import { isAppSecret, isSecretOfApp, type App } from '../../apps/app.ts';
import { hashOfKey, isLive, typeOfKey, type ApiKey } from '../../auth/keys/api-key.ts';
import { isProblem, OauthRefusal } from '../../core/errors/errors.ts';
import { isClientDocumentUrl } from '../../core/web/client-document-url.ts';
import { ownerOfApp } from '../../core/ids.ts';
import { wholeBody } from '../../http/body/request-body.ts';
import type { ResponseFormat } from '../../http/http-response.ts';
import { problemResponse } from '../../http/problem-document.ts';
import { parseUrlencodedForm } from '../../http/body/urlencoded-form.ts';
import type { PostedField } from '../../core/payload.ts';

/**
 * Maximum size of a request, in bytes. The limit is low, because requests have few parameters and are read
 * before the client is authenticated.
 */
const MAX_BYTES = 8 * 1024;

/**
 * Parses the body as a form.
 * @param maxBytes maximum size of the body
 * @throws OauthRefusal `invalid_request` when the body is not a form or is too long, or a parameter is
 *   missing or sent twice
 */
export async function oauthForm<Schema extends z.ZodType>(
  event: APIGatewayProxyEventV2,
  schema: Schema,
  maxBytes = MAX_BYTES,
): Promise<z.output<Schema>> {
  const mediaType = event.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new OauthRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const sent = new Map<string, string>();
  // Skip parameters without a value, which count as absent (RFC 6749, section 3.2).
  for (const [name, value] of await fieldsOf(event, maxBytes)) {
    if (value === '') continue;
    if (sent.has(name)) throw new OauthRefusal('invalid_request', 'A parameter was sent twice.');
    sent.set(name, value);
  }
  const result = schema.safeParse(Object.fromEntries(sent));
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => path.map(String).join('.'));
  throw new OauthRefusal('invalid_request', `Missing: ${missing.join(', ')}.`);
}

/**
 * Returns the format for endpoints that accept parameters only in the body (section 3.2). Rejects requests
 * with a query string, because it might contain secrets, which belong in the body.
 */
export function oauthFormat(baseUrl: string): ResponseFormat {
  return {
    headers: () => ({}),
    problem: (_event, thrown) =>
      problemResponse(
        isProblem(thrown) && thrown.name === 'ValidationFailed' ? queryRefused() : thrown,
        baseUrl,
      ),
  };
}

const queryRefused = () =>
  new OauthRefusal('invalid_request', 'Send all parameters in the body. The URL must have no query.');

/**
 * Parses the form's fields.
 * @throws OauthRefusal when the body is too large or uses an unsupported encoding
 */
async function fieldsOf(event: APIGatewayProxyEventV2, maxBytes: number): Promise<PostedField[]> {
  try {
    return parseUrlencodedForm(await wholeBody(event, maxBytes));
  } catch (error) {
    if (!isProblem(error)) throw error;
    if (error.name === 'UnsupportedEncoding')
      throw new OauthRefusal('invalid_request', error.message, error.slug);
    if (error.name !== 'BodyTooLarge') throw new OauthRefusal('invalid_request', error.message);
    throw new OauthRefusal(
      'invalid_request',
      `The body can be at most ${maxBytes} bytes long and have at most 200 parameters.`,
      error.slug,
    );
  }
}

/** A client that requests a token: an API key or an app. */
export type OauthClient =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'app'; readonly app: Pick<App, 'client_id'> };

interface ClientForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

interface ClientStores {
  readonly keys: { findKey(keyHash: string): Promise<ApiKey | undefined> };
  readonly apps: { find(clientId: string): Promise<App | undefined> };
}

/**
 * Authenticates the client by its credentials. For API keys, the client id is the key's id and the secret is
 * the full key. Malformed secrets are rejected without a database read. Unknown clients get the same response
 * as clients with a wrong secret.
 * @throws OauthRefusal `invalid_client`, or `invalid_request` when credentials are sent in two ways
 */
export async function authenticateClient(
  authorization: string | undefined,
  form: ClientForm,
  { keys, apps }: ClientStores,
  at: number,
): Promise<OauthClient> {
  const { id, secret } = credentialsOf(authorization, form);
  if (isClientDocumentUrl(id)) {
    // Apps with a metadata document are public, so they must not send a secret. The document needn't be
    // loaded here, because their codes and tokens only exist if a member has authorized the app.
    if (secret !== undefined) throw unknownClient();
    return { kind: 'app', app: { client_id: id } };
  }
  if (ownerOfApp(id) === undefined) return { kind: 'key', key: await keyOf(id, secret, keys, at) };
  const app = await apps.find(id);
  if (!app || !isAuthentic(app, secret, at)) throw unknownClient();
  return { kind: 'app', app };
}

async function keyOf(id: string, secret: string | undefined, keys: ClientStores['keys'], at: number) {
  if (secret === undefined)
    throw new OauthRefusal('invalid_client', 'Send client_id and client_secret, or Basic credentials.');
  const key = typeOfKey(secret) && (await keys.findKey(hashOfKey(secret)));
  if (!key || !isLive(key, at) || key.key_id !== id) throw unknownClient();
  return key;
}

/**
 * Returns true if the app sent a valid secret or, for a public app, no secret.
 */
function isAuthentic(app: App, secret: string | undefined, at: number): boolean {
  if (app.type === 'public') return secret === undefined;
  return secret !== undefined && isAppSecret(secret) && isSecretOfApp(app, secret, at);
}

const unknownClient = (): OauthRefusal =>
  new OauthRefusal('invalid_client', 'The client is unknown, revoked or expired, or its secret is wrong.');

function credentialsOf(
  authorization: string | undefined,
  { client_id, client_secret }: ClientForm,
): { id: string; secret: string | undefined } {
  if (authorization === undefined) {
    if (client_id === undefined)
      throw new OauthRefusal('invalid_client', 'Send client_id and client_secret, or Basic credentials.');
    return { id: client_id, secret: client_secret };
  }
  const basic = basicCredentials(authorization);
  if (!basic)
    throw new OauthRefusal('invalid_client', 'The Authorization header does not contain Basic credentials.');
  // The form can repeat the id, but a second secret counts as a second authentication method (section 2.3).
  if (client_secret !== undefined || (client_id !== undefined && client_id !== basic.id))
    throw new OauthRefusal(
      'invalid_request',
      'Send the client credentials in the Authorization header or in the body, not both.',
    );
  // Treat an empty secret as absent, because some libraries send one for public clients.
  return { id: basic.id, secret: basic.secret === '' ? undefined : basic.secret };
}

/**
 * Parses Basic credentials. The id and the secret are each form-encoded before they are joined (section
 * 2.3.1).
 */
function basicCredentials(authorization: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)?.[1];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) };
  } catch {
    return undefined;
  }
}

/**
 * Decodes a form-encoded value.
 * @throws URIError
 */
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
