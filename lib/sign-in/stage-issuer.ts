/** Sets up the OpenID Connect issuer of a stage, if it has one. */
import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { grantReadSecret } from '../aws/secret-grant.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { CognitoIssuer } from './cognito-issuer.ts';

export interface SignIn {
  /**
   * Lets a function redirect users to the issuer and handle its callback. Grants nothing without an issuer.
   */
  readonly grantIssuer: Grant;
  /** Lets a function read the client secret. Grants nothing for a public client. */
  readonly grantClientSecret: Grant;
  /**
   * Lets a function add invited users to the stage's user pool. Grants nothing if the stage uses another
   * issuer.
   */
  readonly grantInvite: Grant;
}

const noGrant: Grant = () => undefined;

/**
 * Returns the grants for the stage's issuer. If the settings name no issuer, creates a Cognito user pool,
 * which needs a mail sender for sign-in codes. If there is no mail sender either, users sign in to the
 * console with an API key.
 * @param serviceUrl base URL of the service, without a trailing slash
 */
export function signInOf(scope: Construct, settings: StageSettings, serviceUrl: string): SignIn {
  const { console, oidc, mailSender } = settings;
  if (!console) return { grantIssuer: noGrant, grantClientSecret: noGrant, grantInvite: noGrant };
  if (oidc)
    return {
      grantIssuer: issuerVariables(oidc),
      grantClientSecret:
        oidc.clientSecret === undefined
          ? noGrant
          : grantReadSecret('OIDC_CLIENT_SECRET_ARN', oidc.clientSecret),
      grantInvite: noGrant,
    };
  if (mailSender === undefined) {
    Annotations.of(scope).addWarningV2(
      'svc-forms:no-sign-in',
      `Nobody can sign in to the console of stage "${settings.stage}". ` +
        'Set "mailSender", for example "Forms <forms@example.com>", or "oidc" to use your own issuer.',
    );
    return { grantIssuer: noGrant, grantClientSecret: noGrant, grantInvite: noGrant };
  }
  const pool = new CognitoIssuer(scope, 'SignIn', { settings, mailSender, serviceUrl });
  const { issuer, clientId, grantInvite } = pool;
  return {
    grantIssuer: issuerVariables({ issuer, clientId, trustEmail: false }),
    grantClientSecret: noGrant,
    grantInvite,
  };
}

function issuerVariables({ issuer, clientId, trustEmail }: NonNullable<StageSettings['oidc']>): Grant {
  return allOf(
    variable('OIDC_ISSUER', issuer),
    variable('OIDC_CLIENT_ID', clientId),
    variable('OIDC_TRUST_EMAIL', String(trustEmail)),
  );
}
