/** Provides the dependencies of the consent pages and decides which consent page a user sees. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { appReader } from '../apps/app-store.ts';
import { auditLog, type AuditLog } from '../audit/audit-log-store.ts';
import type { MemberPrincipal } from '../core/caller.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { isClientDocumentUrl } from '../core/web/client-document-url.ts';
import { ExpiringCache } from '../core/expiring-cache.ts';
import { INSTALLATION } from '../core/ids.ts';
import { AccountSuspended } from '../core/errors/errors.ts';
import type { Clock } from '../core/clock.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { readEnvironment } from '../environment.ts';
import { accountFormsStore } from '../auth/account-forms-store.ts';
import { parseSession } from '../auth/sessions/session.ts';
import { sessionOfCookies } from '../auth/sessions/session-cookie.ts';
import {
  sessionPrincipalStore,
  type SessionPrincipal,
  type SessionPrincipalStore,
} from '../auth/sessions/session-principal-store.ts';
import { authorizationCodeStore } from './authorization-code-store.ts';
import { currentScopes, type ConsentScope } from '../auth/connections/connection-principal.ts';
import type { AuthorizeRequest, ClientApp } from './authorize-request.ts';
import { clientDocuments, type ClientDocuments } from './client-documents/client-document-client.ts';
import type { DescribedApp } from './client-documents/client-document.ts';

export interface AskDeps {
  readonly baseUrl: string;
  readonly apps: Pick<ReturnType<typeof appReader>, 'find'>;
  readonly documents: ClientDocuments;
  readonly sessions: SessionPrincipalStore;
  readonly now: Clock;
}

export interface AnswerDeps extends AskDeps {
  readonly codes: Pick<ReturnType<typeof authorizationCodeStore>, 'store'>;
  readonly forms: Pick<ReturnType<typeof accountFormsStore>, 'find'>;
  readonly auditLog: AuditLog;
  readonly random: RandomBytes;
}

/** Cache for the apps' metadata documents, which both consent handlers share. */
const documents = new ExpiringCache<DescribedApp>(200);

export function askDeps(): AskDeps & { readonly db: ReturnType<typeof documentClient> } {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'ALLOW_HTTP_WEBHOOKS',
    'ALLOW_PRIVATE_WEBHOOK_TARGETS',
    'API_KEYS_TABLE',
    'BASE_URL',
    'MEMBERS_TABLE',
    'OAUTH_CLIENTS_TABLE',
    'SESSIONS_TABLE',
  );
  const db = documentClient();
  const tables = {
    accounts: environment.ACCOUNTS_TABLE,
    apiKeys: environment.API_KEYS_TABLE,
    members: environment.MEMBERS_TABLE,
    sessions: environment.SESSIONS_TABLE,
  };
  return {
    db,
    baseUrl: environment.BASE_URL,
    apps: appReader(db, environment.OAUTH_CLIENTS_TABLE),
    documents: clientDocuments({
      isLocal: environment.ALLOW_HTTP_WEBHOOKS && environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
      now: Date.now,
      cache: documents,
    }),
    sessions: sessionPrincipalStore(db, tables, Date.now),
    now: Date.now,
  };
}

export function answerDeps(): AnswerDeps {
  const { db, ...deps } = askDeps();
  const tables = readEnvironment('AUDIT_EVENTS_TABLE', 'AUTHORIZATION_CODES_TABLE', 'FORMS_TABLE');
  return {
    ...deps,
    codes: authorizationCodeStore(db, tables.AUTHORIZATION_CODES_TABLE),
    forms: accountFormsStore(db, tables.FORMS_TABLE),
    auditLog: auditLog(db, tables.AUDIT_EVENTS_TABLE, Date.now, systemRandom),
    random: systemRandom,
  };
}

/** A browser's session, including the cookie's value. */
export interface OwnSession extends SessionPrincipal {
  readonly cookie: string;
}

/**
 * Returns the browser's session, or undefined if there is no valid session.
 * @throws AccountSuspended
 */
export async function sessionOf(
  { cookies }: Pick<APIGatewayProxyEventV2, 'cookies'>,
  { baseUrl, sessions }: Pick<AskDeps, 'baseUrl' | 'sessions'>,
): Promise<OwnSession | undefined> {
  const cookie = sessionOfCookies(cookies, baseUrl) ?? '';
  const reference = parseSession(cookie);
  const found = reference && (await sessions.find(reference));
  if (found?.isSuspended) throw new AccountSuspended();
  return found && { ...found, cookie };
}

/**
 * Returns the app with this client id. If the id is the URL of a document, loads the document, but only for
 * people who are signed in.
 */
export async function clientApp(
  clientId: string,
  session: OwnSession | undefined,
  { apps, documents: described }: Pick<AskDeps, 'apps' | 'documents'>,
): Promise<ClientApp | undefined> {
  if (!isClientDocumentUrl(clientId)) return apps.find(clientId);
  const app = session && (await described.find(clientId));
  return app && { ...app, owner: INSTALLATION, isSelfDescribed: true };
}

/** An authorization request, restricted to the scopes that the member can grant. */
export interface GrantableRequest extends AuthorizeRequest {
  readonly scopes: readonly ConsentScope[];
}

/** The member to ask for consent, and the app's request. */
export interface ConsentPrompt {
  readonly member: MemberPrincipal;
  readonly asked: GrantableRequest;
}

/**
 * Returns what to ask the session's member for on the consent page, or the reason why the member can't be
 * asked. An app that belongs to an account can only be authorized for that account.
 */
export function consentRequestFor(
  { principal }: SessionPrincipal,
  app: Pick<ClientApp, 'owner'>,
  request: AuthorizeRequest,
): ConsentPrompt | 'no-member' | 'other-account' | 'nothing-to-allow' {
  if (principal.type !== 'member') return 'no-member';
  if (app.owner !== INSTALLATION && app.owner !== principal.account_id) return 'other-account';
  const scopes = currentScopes(request, principal.role);
  return scopes.length === 0 ? 'nothing-to-allow' : { member: principal, asked: { ...request, scopes } };
}

/** Error returned to the app when the member can't grant any of the requested scopes. */
export const NOTHING_TO_ALLOW = {
  error: 'invalid_scope',
  error_description: "The user can't grant any of the requested scopes.",
} as const;
