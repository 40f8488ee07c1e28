/** Describes how callers authenticate (docs/specification.md, "Authentication"). */
import type { Scope } from '../../core/scope.ts';
import { allowsSession, needsKey, type Operation } from '../../http/operation.ts';
import type { JsonSchema, SecurityRequirement } from './openapi-types.ts';

const scopes: Readonly<Record<Scope, string>> = {
  ingest: 'Post submissions.',
  read: 'Read forms, submissions, webhooks and usage.',
  write: 'Change forms, submissions and webhooks.',
  admin: 'Create, list and revoke keys; manage members and apps; read the audit log.',
};

/** Members can't grant the scope `admin` to apps. */
const { admin: _, ...scopesOfApps } = scopes;

/** Returns the document's security schemes. */
export function securitySchemes(baseUrl: string): Readonly<Record<string, JsonSchema>> {
  const tokenUrl = `${baseUrl}/oauth/token`;
  return {
    managementKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'svc_mgmt_…',
      description: 'A management key, which gives access to everything in its account that its scopes allow.',
    },
    submissionKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'svc_sub_…',
      description:
        "A submission key, which can submit the account's forms. It can't read or change anything.",
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-svc-session',
      description:
        'The session of a member who has signed in, or of a management key. All requests other than GET need the `Origin` header of this service.',
    },
    signedLink: {
      type: 'apiKey',
      in: 'query',
      name: 'signature',
      description: 'A link signed by the service, as returned with the files of a submission.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        "An access token that is valid for one hour. For keys, the client ID is the key's ID and the secret is the whole key. Apps connected by a member use an authorization code with PKCE, and can't get the scope `admin`.",
      flows: {
        clientCredentials: { tokenUrl, scopes },
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: scopesOfApps,
        },
      },
    },
  };
}

/** Returns an operation's alternative authentication methods. */
export function securityOf(operation: Operation): readonly SecurityRequirement[] {
  if (operation.access === 'session') return [{ session: [] }];
  if (needsKey(operation)) {
    const { access, scope, sendsSubmissions = false } = operation;
    const takesSubmissionKeys = access === 'any-key' || access === 'caller';
    return [
      { managementKey: [] },
      ...(takesSubmissionKeys ? [{ submissionKey: [] }] : []),
      ...(access === 'management-key'
        ? []
        : [{ oauth2: [...(scope === null ? [] : [scope]), ...(sendsSubmissions ? ['read'] : [])] }]),
      ...(allowsSession(operation) ? [{ session: [] }] : []),
    ];
  }
  if (operation.scope === null) return [];
  const token = { oauth2: [operation.scope] };
  return operation.access === 'link'
    ? [{ signedLink: [] }, { managementKey: [] }, token]
    : [{}, { submissionKey: [] }, { managementKey: [] }, token];
}
