/** Defines the Lambda construct that all of the service's functions use. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { metricsNamespace } from '../alarms/service-metrics.ts';
import type { Bundles } from '../bundling/bundle-folder.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { SharedPolicy } from './shared-policy.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Gives a function access to a resource: sets the environment variable that names the resource and adds
 * permissions to the function's role.
 */
export type Grant = (fn: GrantTarget) => void;

/** A function that can be granted permissions. */
export interface GrantTarget extends IConstruct {
  /** Sets an environment variable from `lambdas/environment.ts`. */
  setVariable(name: VariableName, value: string): void;
  allow(statement: PolicyStatement): void;
  /** Adds the permissions and variables of a policy that functions share. */
  share(policy: SharedPolicy): void;
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
  /** The function's timeout. Defaults to 10 s. */
  readonly timeout?: Duration;
  /**
   * Memory in megabytes. Defaults to 512. Lambda allocates CPU in proportion to memory, so cold starts take several
   * seconds below 512 MB.
   */
  readonly memorySize?: number | undefined;
  /** If absent, no concurrency is reserved. */
  readonly reservedConcurrentExecutions?: number | undefined;
  /**
   * Set this property for functions that queue further work for themselves. Otherwise, Lambda's recursive loop
   * detection stops a function after 16 invocations (AWS: "Use Lambda recursive loop detection to prevent infinite
   * loops").
   */
  readonly mayInvokeItself?: true;
  /** If absent, the function gets its own log group. */
  readonly log?: FunctionLog;
}

export interface FunctionLog {
  readonly group: ILogGroup;
  /** Lets a function write to the log group and, with `svc:tracing`, send traces. */
  readonly grantWrite: Grant;
}

/** A Lambda function. Its role can only write logs and use the permissions that its grants add. */
export class ServiceFunction extends Construct implements GrantTarget {
  readonly lambda: LambdaFunction;
  readonly #role: InlinePolicyRole;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { entry, name, description, grants, timeout, memorySize = 512 } = props;
    const { reservedConcurrentExecutions, settings, bundles } = props;
    const log = props.log ?? newFunctionLog(this, settings);
    this.#role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      ...(name !== undefined && { functionName: name }),
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(folderOf(entry, bundles)),
      memorySize,
      timeout: timeout ?? Duration.seconds(10),
      role: this.#role,
      logGroup: log.group,
      // Omit Lambda's own log lines about successful invocations, because they cost more than the function's lines.
      // This filter requires the JSON format. Lambda still logs failed invocations and timeouts (AWS: "Log-level
      // filtering").
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: { NODE_OPTIONS: '--enable-source-maps' },
      ...(props.mayInvokeItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
    });
    // CDK's `tracing` option would add the permission to every role, but `grantWrite` already includes it.
    if (settings.tracing) (this.lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    this.setVariable('METRICS_NAMESPACE', metricsNamespace(settings));
    for (const grant of [log.grantWrite, ...grants]) grant(this);
  }

  setVariable(name: VariableName, value: string): void {
    this.lambda.addEnvironment(name, value);
  }

  allow(statement: PolicyStatement): void {
    this.#role.addToPrincipalPolicy(statement);
  }

  share(policy: SharedPolicy): void {
    policy.attachTo(this, this.#role);
  }
}

/** Creates a log group and the grant to use it. */
export function newFunctionLog(scope: Construct, settings: StageSettings): FunctionLog {
  const group = newLogGroup(scope, settings);
  return {
    group,
    grantWrite: (fn) => {
      fn.allow(
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [group.logGroupArn],
        }),
      );
      if (settings.tracing)
        fn.allow(
          new PolicyStatement({
            actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
            resources: ['*'],
          }),
        );
    },
  };
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
