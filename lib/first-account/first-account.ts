/** Creates the first account during a deployment. */
import { CfnOutput, CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { SignIn } from '../sign-in/stage-issuer.ts';
import type { Storage } from '../storage/storage.ts';

export interface FirstAccountProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
  readonly signIn: SignIn;
  /** Lets a function send e-mails. Grants nothing if the stage has no mail sender. */
  readonly sendEmail: Grant;
  readonly ownerEmail: string;
  /** Base URL of the service, without a trailing slash. */
  readonly serviceUrl: string;
}

const TIMEOUT = Duration.seconds(30);
/**
 * If the function crashes without a response, Lambda repeats the invocation after one minute and again after two
 * minutes (AWS: "How Lambda handles errors and retries with asynchronous invocation"). This timeout leaves enough time
 * for both retries.
 */
const SERVICE_TIMEOUT = Duration.minutes(5);

/**
 * The custom resource that creates an account for the owner, and the function behind it. Removing the resource doesn't
 * delete the account.
 */
export class FirstAccount extends Construct {
  constructor(scope: Construct, id: string, props: FirstAccountProps) {
    super(scope, id);
    const { storage, baseUrl, signIn, sendEmail, ownerEmail, serviceUrl, settings, bundles } = props;
    const make = new ServiceFunction(this, 'MakeFirstAccount', {
      settings,
      bundles,
      entry: 'first-account/make-first-account',
      description: 'Creates the first account and invites its owner during deployments',
      timeout: TIMEOUT,
      grants: [
        baseUrl,
        storage.accounts.grantWriteWithoutReturn('PutItem'),
        storage.accounts.grantUpdateAttributes('email', 'active_owners', 'invited_owners'),
        storage.forms.grantWriteWithoutReturn('PutItem'),
        storage.formSlugs.grantWriteWithoutReturn('PutItem'),
        storage.formJobs.grantName,
        storage.identities.grant('GetItem', 'PutItem', 'Query'),
        storage.invitations.grant('PutItem'),
        storage.members.grant('BatchGetItem', 'GetItem', 'PutItem'),
        storage.grantAddToAuditLog,
        signIn.grantInvite,
        sendEmail,
      ],
    });
    const account = new CustomResource(this, 'Account', {
      serviceToken: make.lambda.functionArn,
      serviceTimeout: SERVICE_TIMEOUT,
      resourceType: 'Custom::FirstAccount',
      // If the service's URL changes, CloudFormation updates this resource, which also updates the sign-in URL.
      properties: { OwnerEmail: ownerEmail, BaseUrl: serviceUrl },
    });
    new CfnOutput(this, 'OwnerSignInUrl', { value: account.getAttString('SignInUrl') }).overrideLogicalId(
      'OwnerSignInUrl',
    );
  }
}
