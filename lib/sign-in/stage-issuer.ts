/** How people sign in to a stage: with which issuer, if any. */
import type { Construct } from 'constructs';
import { allOf, variable, type Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { CognitoIssuer } from './cognito-issuer.ts';

/** What functions get to know of the stage's issuer. */
export interface SignIn {
  /** Lets a function send people to the issuer and take them back from there; tells nothing where there is none. */
  readonly grantIssuer: Grant;
  /** Lets a function make invited people known to an issuer of the stage's own; nothing with any other issuer. */
  readonly grantInvite: Grant;
}

const nothing: Grant = () => undefined;

/**
 * The issuer that the settings name; else a Cognito user pool, as soon as there is a mail sender for its codes; else
 * none, and people open the console with a key.
 * @param serviceUrl where clients reach the service; no slash at the end
 */
export function signInOf(scope: Construct, settings: StageSettings, serviceUrl: string): SignIn {
  const { console, oidc, mailSender } = settings;
  if (!console) return { grantIssuer: nothing, grantInvite: nothing };
  if (oidc) return { grantIssuer: issuerVariables(oidc), grantInvite: nothing };
  if (mailSender === undefined) return { grantIssuer: nothing, grantInvite: nothing };
  const pool = new CognitoIssuer(scope, 'SignIn', { settings, mailSender, serviceUrl });
  const { issuer, clientId, grantInvite } = pool;
  return { grantIssuer: issuerVariables({ issuer, clientId, trustEmail: false }), grantInvite };
}

function issuerVariables({ issuer, clientId, trustEmail }: NonNullable<StageSettings['oidc']>): Grant {
  return allOf(
    variable('OIDC_ISSUER', issuer),
    variable('OIDC_CLIENT_ID', clientId),
    variable('OIDC_TRUST_EMAIL', String(trustEmail)),
  );
}
