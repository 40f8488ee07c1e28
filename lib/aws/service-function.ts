/** Defines the Lambda construct that all functions of the service use. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { metricsNamespace } from '../alarms/service-metrics.ts';
import type { Bundles } from '../bundling/bundles.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Gives a function access to a resource: sets the environment variable that names the resource, and adds
 * permissions to the function's role.
 */
export type Grant = (fn: GrantTarget) => void;

/** A function that can receive grants. */
export interface GrantTarget extends IConstruct {
  /** Sets an environment variable from `lambdas/environment.ts`. */
  setVariable(name: VariableName, value: string): void;
  allow(statement: PolicyStatement): void;
}

export interface Stage {
  readonly settings: StageSettings;
  readonly bundles: Bundles;
}

export interface ServiceFunctionProps extends Stage {
  /** Path of the handler file relative to `lambdas`, without `.ts`. */
  readonly entry: string;
  readonly description: string;
  /** Physical name. If absent, CloudFormation generates one. */
  readonly name?: string;
  readonly grants: readonly Grant[];
  /** Timeout of the function. Defaults to 10 s. */
  readonly timeout?: Duration;
  /**
   * Memory in megabytes. Defaults to 512. CPU scales with memory, and cold starts take seconds below 512 MB.
   */
  readonly memorySize?: number | undefined;
  /** If absent, no concurrency is reserved. */
  readonly reservedConcurrentExecutions?: number | undefined;
  /**
   * Set this for functions that queue their own next step. Otherwise, Lambda's recursive loop detection stops
   * a function after 16 invocations (AWS: "Use Lambda recursive loop detection to prevent infinite loops").
   */
  readonly mayInvokeItself?: true;
  /** If absent, the function gets its own log group. */
  readonly logGroup?: ILogGroup;
}

/** A Lambda function whose role can only write logs and use the permissions that its grants add. */
export class ServiceFunction extends Construct implements GrantTarget {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { entry, name, description, grants, timeout, memorySize = 512 } = props;
    const { reservedConcurrentExecutions, settings, bundles } = props;
    const logGroup = props.logGroup ?? newLogGroup(this, settings);
    const role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      ...(name !== undefined && { functionName: name }),
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(folderOf(entry, bundles)),
      memorySize,
      timeout: timeout ?? Duration.seconds(10),
      role,
      logGroup,
      environment: { NODE_OPTIONS: '--enable-source-maps' },
      ...(props.mayInvokeItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(settings.tracing && { tracing: Tracing.ACTIVE }),
      ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
    });
    this.setVariable('METRICS_NAMESPACE', metricsNamespace(settings));
    for (const grant of grants) grant(this);
  }

  setVariable(name: VariableName, value: string): void {
    this.lambda.addEnvironment(name, value);
  }

  allow(statement: PolicyStatement): void {
    this.lambda.addToRolePolicy(statement);
  }
}

/** Creates a log group with the stage's retention period. */
export function newLogGroup(scope: Construct, { logRetentionDays }: StageSettings): LogGroup {
  return new LogGroup(scope, 'Log', {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum's values are numbers of days
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** Combines grants into one. */
export function allOf(...grants: readonly Grant[]): Grant {
  return (fn) => grants.forEach((grant) => grant(fn));
}

/** Returns a grant that sets an environment variable and adds no permissions. */
export function variable(name: VariableName, value: string): Grant {
  return (fn) => fn.setVariable(name, value);
}

/**
 * Returns the folder that contains a function's bundle.
 * @throws Error if the entry has not been bundled
 */
export function folderOf(entry: string, bundles: Bundles): string {
  const folder = bundles.get(entry);
  if (folder === undefined) throw new Error(`No bundle for lambdas/${entry}.ts`);
  return folder;
}
