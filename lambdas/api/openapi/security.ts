/** Describes how callers authenticate (docs/specification.md, "Authentication"). */
import type { Scope } from '../../core/scope.ts';
import { allowsSession, needsKey, type Operation } from '../../http/operation.ts';
import type { JsonSchema, SecurityRequirement } from './openapi-types.ts';

const scopes: Readonly<Record<Scope, string>> = {
  ingest: 'Post submissions.',
  read: 'Read forms, submissions, webhooks and usage.',
  write: 'Change forms, submissions and webhooks.',
  admin: 'Make, list and revoke keys; manage members and apps; read the audit log.',
};

/** Members let no app do what is for people and keys. */
const { admin: _, ...scopesOfApps } = scopes;

/** The security schemes of the document. */
export function securitySchemes(baseUrl: string): Readonly<Record<string, JsonSchema>> {
  const tokenUrl = `${baseUrl}/oauth/token`;
  return {
    managementKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'svc_mgmt_…',
      description: 'A management key: everything of its account, as far as its scopes allow.',
    },
    submissionKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'svc_sub_…',
      description:
        'A submission key: posts to the forms of its account. It can neither read nor change anything.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-svc-session',
      description:
        'The session of a member who has signed in, or of a management key. A request that is no GET needs the `Origin` of this service.',
    },
    signedLink: {
      type: 'apiKey',
      in: 'query',
      name: 'signature',
      description: 'A link that the service signed, as it is shown with the files of a submission.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'An access token of one hour. For a key: the id of the key is the client id, the whole key is the secret. For an app that a member has let in: with an authorization code and PKCE, and without the scope `admin`.',
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

/** The alternative ways to authenticate for an operation. */
export function securityOf(operation: Operation): readonly SecurityRequirement[] {
  if (operation.access === 'session') return [{ session: [] }];
  if (needsKey(operation)) {
    const { access, scope } = operation;
    const takesSubmissionKeys = access === 'any-key' || access === 'caller';
    return [
      { managementKey: [] },
      ...(takesSubmissionKeys ? [{ submissionKey: [] }] : []),
      ...(access === 'management-key' ? [] : [{ oauth2: scope === null ? [] : [scope] }]),
      ...(allowsSession(operation) ? [{ session: [] }] : []),
    ];
  }
  if (operation.scope === null) return [];
  const token = { oauth2: [operation.scope] };
  return operation.access === 'link'
    ? [{ signedLink: [] }, { managementKey: [] }, token]
    : [{}, { submissionKey: [] }, token];
}
