/** The house function: everything that all functions of the service have in common. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Bundles } from './bundles.ts';
import type { StageSettings } from './stage-settings.ts';

/** Something that a function uses. Giving it makes both the variable and the permission. */
export type Use = (fn: ServiceFunction) => void;

export interface Stage {
  readonly settings: StageSettings;
  readonly bundles: Bundles;
}

export interface ServiceFunctionProps extends Stage {
  /** The file under `lambdas` that holds the handler, without its ending. */
  readonly entry: string;
  readonly description: string;
  readonly uses: readonly Use[];
  /** 10 s when absent. */
  readonly timeout?: Duration;
  /**
   * Megabytes; with them comes a share of a processor. 512 when absent: a tenth of a vCPU would make a cold start
   * take seconds, and there cost and time meet.
   */
  readonly memory?: number | undefined;
}

/**
 * A function with a role of its own that may write its own log and what its `uses` allow, nothing else.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { entry, description, uses, timeout, memory, settings, bundles }: ServiceFunctionProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum's values are these numbers
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
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
    });
    for (const use of uses) use(this);
  }

  /** Gives the function one variable of `lambdas/environment.ts`. */
  setVariable(name: VariableName, value: string): void {
    this.lambda.addEnvironment(name, value);
  }

  allow(statement: PolicyStatement): void {
    this.lambda.addToRolePolicy(statement);
  }
}

/** Several uses as one. */
export function all(...uses: readonly Use[]): Use {
  return (fn) => uses.forEach((use) => use(fn));
}

/** A use that is a value and needs no permission. */
export function variable(name: VariableName, value: string): Use {
  return (fn) => fn.setVariable(name, value);
}

function folderOf(entry: string, bundles: Bundles): string {
  const folder = bundles.get(entry);
  if (folder === undefined) throw new Error(`No bundle for lambdas/${entry}.ts`);
  return folder;
}
