/** Applies a forms file to a service during a deployment. */
import { CustomResource, Duration, FileSystem, RemovalPolicy, Token } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { cpSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { InlinePolicyRole } from '../aws/inline-policy-role.ts';
import { folderOf } from '../aws/service-function.ts';
import type { Bundles } from '../bundling/bundle-folder.ts';
import { packagedBundles } from '../bundling/packaged-bundles.ts';
import { checkedFile } from './checked-file.ts';

/** A secret in Secrets Manager, or a parameter in the Parameter Store. */
export type StoredSecret = ISecret | IParameter;

export interface FormsAsCodeProps {
  /** Path of the forms file. */
  readonly file: string;
  /** Base URL of the service, for example `FormService.url`. */
  readonly url: string;
  /** Secret that contains a management key with the scopes `read` and `write`. */
  readonly key: StoredSecret;
  /** Secrets that contain the values of `${NAME}` in the file, by name. */
  readonly secrets?: Readonly<Record<string, StoredSecret>>;
  /** Values of `${NAME}` in the file that aren't secret, by name. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Names of forms and webhooks to delete if they aren't in the file, such as `contact` or `contact.webhooks.crm`,
   * or `all`. By default, nothing is deleted.
   */
  readonly allowDelete?: readonly string[] | 'all';
  /** Folders of the function bundles. Defaults to the bundles in the package. */
  readonly bundles?: Bundles;
}

/**
 * The maximum that Lambda allows. If the function times out, Lambda repeats the invocation up to twice, and
 * each one continues the work.
 */
const TIMEOUT = Duration.minutes(15);
/** The maximum that CloudFormation allows, which is enough for three invocations. */
const SERVICE_TIMEOUT = Duration.hours(1);

/**
 * The custom resource that applies the file, and the function behind it. CloudFormation applies the file when its
 * content or a property changes. Removing the resource doesn't delete any forms or webhooks.
 */
export class FormsAsCode extends Construct {
  /** @throws Error that lists each mistake in the file with its line and column */
  constructor(scope: Construct, id: string, props: FormsAsCodeProps) {
    super(scope, id);
    const { file, url, key, secrets = {}, variables = {}, allowDelete = [] } = props;
    const hash = checkedFile(file, {
      known: variables,
      unknown: [
        ...Object.keys(secrets),
        ...Object.keys(variables).filter((name) => Token.isUnresolved(variables[name])),
      ],
    });
    const role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    for (const secret of [key, ...Object.values(secrets)]) secret.grantRead(role);
    const apply = new LambdaFunction(this, 'Apply', {
      description: 'Applies a forms file during deployments',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(packed(file, props.bundles ?? packagedBundles())),
      memorySize: 512,
      timeout: TIMEOUT,
      role,
      logGroup,
      environment: { NODE_OPTIONS: '--enable-source-maps' },
    });
    new CustomResource(this, 'Forms', {
      serviceToken: apply.functionArn,
      serviceTimeout: SERVICE_TIMEOUT,
      resourceType: 'Custom::FormsAsCode',
      properties: {
        Url: url,
        KeyArn: arnOf(key),
        Variables: variables,
        Secrets: Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, arnOf(secret)])),
        AllowDelete: allowDelete === 'all' ? ['*'] : allowDelete,
        // The function's code contains the file. If the file changes, CloudFormation updates this resource.
        FileHash: hash,
      },
    });
  }
}

const arnOf = (secret: StoredSecret): string =>
  'secretArn' in secret ? secret.secretArn : secret.parameterArn;

/** Returns a folder with the function's code and the file. */
function packed(file: string, bundles: Bundles): string {
  const folder = FileSystem.mkdtemp('svc-forms-as-code-');
  cpSync(folderOf('forms-as-code/apply-forms-file', bundles), folder, { recursive: true });
  copyFileSync(file, join(folder, 'forms.yaml'));
  return folder;
}
