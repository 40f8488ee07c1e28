/** The house function: everything that all functions of the service have in common. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Bundles } from './bundling/bundles.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * Something that a function may use: a table, a queue, a value. Applying it to a function sets the environment
 * variable by which the function finds the thing and allows what is to be done with it, so neither is forgotten.
 */
export type Grant = (fn: GrantTarget) => void;

/** A function that may be granted something. */
export interface GrantTarget extends IConstruct {
  /** Gives the function one variable of `lambdas/environment.ts`. */
  setVariable(name: VariableName, value: string): void;
  allow(statement: PolicyStatement): void;
}

export interface Stage {
  readonly settings: StageSettings;
  readonly bundles: Bundles;
}

export interface ServiceFunctionProps extends Stage {
  /** The file under `lambdas` that holds the handler, without its ending. */
  readonly entry: string;
  readonly description: string;
  /** Its physical name; CloudFormation makes one when absent. */
  readonly name?: string;
  readonly grants: readonly Grant[];
  /** 10 s when absent. */
  readonly timeout?: Duration;
  /**
   * Megabytes; with them comes a share of a processor. 512 when absent: a tenth of a vCPU would make a cold start
   * take seconds, and there cost and time meet.
   */
  readonly memory?: number | undefined;
  /** Invocations that Lambda keeps free for it, and the most that run; no limit of its own when absent. */
  readonly reservedConcurrency?: number | undefined;
  /** Where it writes its log; a log group of its own when absent. */
  readonly logGroup?: ILogGroup;
}

/** A function with a role of its own that may write its log and do what its grants allow, nothing else. */
export class ServiceFunction extends Construct implements GrantTarget {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { entry, name, description, grants, timeout, memory, reservedConcurrency } = props;
    const { settings, bundles } = props;
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
      memorySize: memory ?? 512,
      timeout: timeout ?? Duration.seconds(10),
      role,
      logGroup,
      environment: { NODE_OPTIONS: '--enable-source-maps' },
      ...(settings.tracing && { tracing: Tracing.ACTIVE }),
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
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

/** A log group whose entries expire as the stage says. */
export function newLogGroup(scope: Construct, { logRetentionDays }: StageSettings): LogGroup {
  return new LogGroup(scope, 'Log', {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum's values are these numbers
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** Where a stage's functions put their own metrics. */
export function metricsNamespace({ stage }: StageSettings): string {
  return `svc-forms-${stage}`;
}

/** Several grants as one. */
export function allOf(...grants: readonly Grant[]): Grant {
  return (fn) => grants.forEach((grant) => grant(fn));
}

/** A grant of a value, which needs no permission. */
export function variable(name: VariableName, value: string): Grant {
  return (fn) => fn.setVariable(name, value);
}

export function folderOf(entry: string, bundles: Bundles): string {
  const folder = bundles.get(entry);
  if (folder === undefined) throw new Error(`No bundle for lambdas/${entry}.ts`);
  return folder;
}
