/**
 * Connects sign-ins to the stage's issuer, the tables that store users, the clock and the random number
 * generator.
 */
import { auditLog, type AuditLog } from '../audit/audit-log-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { readSecret } from '../aws/secret.ts';
import type { Clock } from '../core/clock.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { identityStore } from '../people/identity-store.ts';
import { sessionStore, signInSessionStore } from '../auth/sessions/session-store.ts';
import type { ClaimRules } from './issuer-claims.ts';
import { issuerClient, type IssuerClient } from './issuer-client.ts';

export interface IssuerDeps {
  readonly baseUrl: string;
  /** Undefined if the stage has no issuer, in which case users can't sign in. */
  readonly issuer: (IssuerClient & { readonly rules: ClaimRules }) | undefined;
}

export interface StartDeps extends IssuerDeps {
  readonly now: Clock;
  readonly random: RandomBytes;
}

export interface FinishDeps extends StartDeps {
  readonly identities: ReturnType<typeof identityStore>;
  readonly sessions: Pick<ReturnType<typeof signInSessionStore>, 'createSession'> &
    Pick<ReturnType<typeof sessionStore>, 'end'>;
  readonly auditLog: AuditLog;
}

/**
 * Returns the dependencies for starting a sign-in.
 * @param clientSecret reads the client secret. Only a function that redeems codes needs it
 */
export function issuerDeps(clientSecret?: () => Promise<string>): StartDeps {
  const baseUrl = readEnvironment('BASE_URL').BASE_URL;
  const issuer = readIfGiven('OIDC_ISSUER');
  const clientId = readIfGiven('OIDC_CLIENT_ID') ?? '';
  const rules = { clientId, trustEmail: readIfGiven('OIDC_TRUST_EMAIL') ?? false };
  const client =
    issuer === undefined
      ? undefined
      : issuerClient({ issuer, clientId, clientSecret, redirectUri: `${baseUrl}/console/callback` });
  return { baseUrl, issuer: client && { ...client, rules }, now: Date.now, random: systemRandom };
}

/**
 * Returns the dependencies for completing a sign-in. Reads the table names from this function's environment.
 */
export function finishDeps(): FinishDeps {
  const tables = readEnvironment(
    'ACCOUNTS_TABLE',
    'AUDIT_EVENTS_TABLE',
    'IDENTITIES_TABLE',
    'INVITATIONS_TABLE',
    'MEMBERS_TABLE',
    'SESSIONS_TABLE',
  );
  const secretArn = readIfGiven('OIDC_CLIENT_SECRET_ARN');
  const db = documentClient();
  const sessions = tables.SESSIONS_TABLE;
  const identities = tables.IDENTITIES_TABLE;
  return {
    ...issuerDeps(secretArn === undefined ? undefined : async () => (await readSecret(secretArn)).value),
    identities: identityStore(db, {
      accounts: tables.ACCOUNTS_TABLE,
      identities,
      invitations: tables.INVITATIONS_TABLE,
      members: tables.MEMBERS_TABLE,
    }),
    auditLog: auditLog(db, tables.AUDIT_EVENTS_TABLE, Date.now, systemRandom),
    sessions: { ...sessionStore(db, sessions), ...signInSessionStore(db, { sessions, identities }) },
  };
}
