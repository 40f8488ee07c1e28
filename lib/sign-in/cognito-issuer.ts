/** Creates a stage's default issuer: a Cognito user pool with managed login. */
import { Aws, CfnOutput, Duration } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  PasskeyUserVerification,
  UserPool,
  UserPoolClient,
  UserPoolEmail,
  type CfnUserPool,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import type { Grant } from '../aws/service-function.ts';
import { dataRemoval, hasDeletionProtection } from '../settings/data-protection.ts';
import { defaultSignInPrefix } from '../settings/sign-in-prefix.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface CognitoIssuerProps {
  readonly settings: StageSettings;
  /** The sender of e-mails with sign-in codes. */
  readonly mailSender: string;
  /** Base URL of the service, without a trailing slash. */
  readonly serviceUrl: string;
}

/**
 * A user pool without sign-up, so users must be invited. They sign in with a code sent by e-mail, a passkey
 * or a password. The app client is public and uses PKCE, so there is no client secret to store.
 */
export class CognitoIssuer extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  readonly #pool: UserPool;

  constructor(scope: Construct, id: string, { settings, mailSender, serviceUrl }: CognitoIssuerProps) {
    super(scope, id);
    const prefix = settings.signInDomainPrefix ?? defaultSignInPrefix(settings.stage, Aws.ACCOUNT_ID);
    this.#pool = new UserPool(this, 'UserPool', {
      // The cheaper Lite plan doesn't support e-mail codes or passkeys.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true, passkey: true } },
      // The sign-in host. Changing it invalidates all existing passkeys.
      passkeyRelyingPartyId: `${prefix}.auth.${Aws.REGION}.amazoncognito.com`,
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: emailOf(mailSender),
      deletionProtection: hasDeletionProtection(this, settings),
      removalPolicy: dataRemoval(settings),
    });
    this.#sendWith(settings.mailIdentityArns?.find((arn) => isIdentityOf(arn, mailSender)));
    const client = new UserPoolClient(this, 'Client', {
      userPool: this.#pool,
      generateSecret: false,
      // Managed login needs the `user` flow to offer passwords, codes and passkeys.
      authFlows: { user: true, userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${serviceUrl}/console/callback`],
        logoutUrls: [`${serviceUrl}/console`],
      },
      preventUserExistenceErrors: true,
      // Keep tokens short-lived, because the service reads the ID token once, stores no tokens, and creates
      // its own session.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    this.#pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a branding resource, the client's login pages show an error.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.#pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    // The operator's command line adds invited users to this user pool.
    new CfnOutput(this, 'UserPoolId', { value: this.#pool.userPoolId }).overrideLogicalId('UserPool');
    this.issuer = this.#pool.userPoolProviderUrl;
    this.clientId = client.userPoolClientId;
  }

  /** Lets a function add invited users to the user pool. */
  readonly grantInvite: Grant = (fn) => {
    fn.setVariable('USER_POOL_ID', this.#pool.userPoolId);
    fn.allow(
      new PolicyStatement({ actions: ['cognito-idp:AdminCreateUser'], resources: [this.#pool.userPoolArn] }),
    );
  };

  /** Sets the pool's SES identity, unless it's the sender's domain in this account and region. */
  #sendWith(identityArn: string | undefined): void {
    if (identityArn === undefined) return;
    const resource = this.#pool.node.defaultChild as CfnUserPool;
    resource.addPropertyOverride('EmailConfiguration.SourceArn', identityArn);
  }
}

function emailOf(mailSender: string): UserPoolEmail {
  const { name = '', address = '' } = mailboxOf(mailSender) ?? {};
  return UserPoolEmail.withSES({
    fromEmail: address,
    ...(name !== '' && { fromName: name }),
    sesVerifiedDomain: address.split('@')[1] ?? '',
    // Pass a token, because CDK requires a region, which is only known during deployment.
    sesRegion: Aws.REGION,
  });
}

/** Returns true if the SES identity is the sender's address or domain. */
function isIdentityOf(arn: string, mailSender: string): boolean {
  const address = mailboxOf(mailSender)?.address ?? '';
  const name = arn.slice(arn.indexOf('/') + 1);
  return name === address || name === address.split('@')[1];
}
