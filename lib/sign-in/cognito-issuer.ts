/** The issuer that a stage has when it names no other: a Cognito user pool with managed login. */
import { Aws, CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
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
import { mailboxOf } from '../../lambdas/core/email-address.ts';
import type { Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface CognitoIssuerProps {
  readonly settings: StageSettings;
  /** Whom the codes for signing in are from. */
  readonly mailSender: string;
  /** Where clients reach the service; no slash at the end. */
  readonly serviceUrl: string;
}

/**
 * People are invited, and nobody signs up. They sign in with a code that comes by e-mail, or with a passkey; Cognito
 * keeps a password for those who choose one. The service's client is public and proves itself with PKCE, so there is
 * no secret to store.
 */
export class CognitoIssuer extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  readonly #pool: UserPool;

  constructor(scope: Construct, id: string, { settings, mailSender, serviceUrl }: CognitoIssuerProps) {
    super(scope, id);
    const prefix = settings.signInDomainPrefix ?? `svc-forms-${settings.stage}-${Aws.ACCOUNT_ID}`;
    this.#pool = new UserPool(this, 'UserPool', {
      // Codes by e-mail and passkeys are not part of the cheapest plan.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true, passkey: true } },
      // The host on which people sign in. Another one later would make every passkey useless.
      passkeyRelyingPartyId: `${prefix}.auth.${Aws.REGION}.amazoncognito.com`,
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: emailOf(mailSender),
      deletionProtection: !settings.deleteDataWithStack,
      removalPolicy: settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    this.#sendWith(settings.mailIdentityArns?.find((arn) => isIdentityOf(arn, mailSender)));
    const client = new UserPoolClient(this, 'Client', {
      userPool: this.#pool,
      generateSecret: false,
      // The one flow of managed login: the person chooses among password, code and passkey.
      authFlows: { user: true, userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${serviceUrl}/console/callback`],
        logoutUrls: [`${serviceUrl}/console`],
      },
      preventUserExistenceErrors: true,
      // The service reads the id token once and keeps none of them: its sessions are its own.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    this.#pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a branding of its own the client's pages are "unavailable".
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.#pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    // By it the operator's command line makes the people known whom it invites.
    new CfnOutput(this, 'UserPoolId', { value: this.#pool.userPoolId }).overrideLogicalId('UserPool');
    this.issuer = this.#pool.userPoolProviderUrl;
    this.clientId = client.userPoolClientId;
  }

  /** Lets a function make the people whom it invites known to the pool. */
  readonly grantInvite: Grant = (fn) => {
    fn.setVariable('USER_POOL_ID', this.#pool.userPoolId);
    fn.allow(
      new PolicyStatement({ actions: ['cognito-idp:AdminCreateUser'], resources: [this.#pool.userPoolArn] }),
    );
  };

  /** The identity that the pool sends with, where it is not that of the sender's domain in this account and region. */
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
    // The stack leaves its region to the deployment, and CDK wants to be told one.
    sesRegion: Aws.REGION,
  });
}

/** Whether the identity is the sender's address or domain. */
function isIdentityOf(arn: string, mailSender: string): boolean {
  const address = mailboxOf(mailSender)?.address ?? '';
  const name = arn.slice(arn.indexOf('/') + 1);
  return name === address || name === address.split('@')[1];
}
