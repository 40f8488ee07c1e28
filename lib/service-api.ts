/** The HTTP API: one route and one function for each operation of `lambdas/operations.ts`. */
import { Duration } from 'aws-cdk-lib';
import {
  CorsHttpMethod,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRouteIntegration,
  HttpStage,
  IntegrationCredentials,
  PayloadFormatVersion,
  type HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ALLOWED_HEADERS, EXPOSED_HEADERS, PREFLIGHT_SECONDS } from '../lambdas/core/cross-origin.ts';
import { entryOf, operations, type OperationName } from '../lambdas/operations.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { newLogGroup, ServiceFunction, type Grant, type Stage } from './service-function.ts';

type AnyOperation = (typeof operations)[OperationName];

/** Megabytes, where the usual ones would be too slow: a whole vCPU comes with this many. */
const MEMORY: Partial<Record<OperationName, number>> = {
  exportSubmissions: 1769,
  listSubmissions: 1769,
  listAllSubmissions: 1769,
};

export class ServiceApi extends Construct {
  readonly #api: HttpApi;
  readonly #stage: Stage;
  /** A role's policy has room for some eighty functions, so that there are two. */
  readonly #invokers: { readonly ofAnybody: Invoker; readonly ofAccount: Invoker };
  /** One for all requests: a line names its operation, and a stack has room for 500 resources. */
  readonly logGroup: ILogGroup;
  readonly #unmatched: ServiceFunction;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#invokers = {
      ofAnybody: new Invoker(this, 'Invoker'),
      ofAccount: new Invoker(this, 'AccountInvoker'),
    };
    this.logGroup = newLogGroup(this, stage.settings);
    this.#unmatched = new ServiceFunction(this, 'Unmatched', {
      ...stage,
      entry: 'http/unmatched',
      description: 'Answers every request that no route takes with a problem document',
      grants: [],
      logGroup: this.logGroup,
    });
    this.#api = new HttpApi(this, 'Api', {
      defaultIntegration: this.#invokers.ofAnybody.integration('Unmatched', this.#unmatched),
      description: 'Form submissions: ingest and management',
      createDefaultStage: false,
      // A preflight goes to the default route like all that no route takes. With these set the gateway adds CORS
      // headers, also to its own refusals, and none of a function gets through.
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ALLOWED_HEADERS,
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: Duration.seconds(PREFLIGHT_SECONDS),
      },
    });
    const { rate, burst } = stage.settings.apiThrottle;
    new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: rate, burstLimit: burst },
    });
  }

  /**
   * Makes the function and the route of every operation, without those of the console where the stage has none.
   * @param ofAll what all functions behind the API get, beyond their own grants
   */
  addOperations(grants: Readonly<Record<OperationName, readonly Grant[]>>, ofAll: Grant): void {
    ofAll(this.#unmatched);
    for (const operation of Object.values(operations)) {
      if (!this.#stage.settings.console && isOfConsole(operation)) continue;
      const fn = new ServiceFunction(this, capitalised(operation.name), {
        ...this.#stage,
        entry: entryOf(operation),
        description: `${operation.method} ${operation.path}: ${operation.summary}`,
        // The gateway waits 30 s; the function says so itself before that.
        timeout: Duration.seconds(29),
        memory: MEMORY[operation.name],
        grants: [ofAll, ...grants[operation.name]],
        logGroup: this.logGroup,
      });
      const invoker = isOpenToAnybody(operation) ? this.#invokers.ofAnybody : this.#invokers.ofAccount;
      const integration = invoker.integration(operation.name, fn);
      for (const path of pathsOf(operation))
        this.#api.addRoutes({ path, methods: [methodOf(operation)], integration });
    }
  }

  /** The API's own address; no slash at the end. */
  get url(): string {
    return this.#api.apiEndpoint;
  }
}

const isOpenToAnybody = ({ access }: AnyOperation): boolean => access === 'public' || access === 'ingest';

/** People sign in to the console; nobody else can be asked about an app. */
const isOfConsole = ({ path }: AnyOperation): boolean => /^\/(?:console(\/|$)|oauth\/authorize$)/.test(path);

/**
 * The route of a GET takes any method that the path has no other route for. Its function answers HEAD, preflights and,
 * with 405, the rest; a route of HEAD would be one more resource for each operation.
 */
function methodOf({ method }: AnyOperation): HttpMethod {
  return method === 'GET' ? HttpMethod.ANY : HttpMethod[method];
}

/**
 * API Gateway refuses a route that ends in a slash; a greedy variable matches nothing after it, too. The function
 * answers 404 when there is something.
 */
function pathsOf(operation: AnyOperation): string[] {
  const { access, path } = operation;
  if ('withPathsBelow' in operation) return [path, `${path}/{below+}`];
  const others = 'alsoAt' in operation ? operation.alsoAt.map((other) => other.path) : [];
  return access === 'ingest' ? [path, `${path}/{rest+}`, ...others] : [path];
}

/**
 * A role under which the API invokes functions that it was made for, and no others. CDK would give every function a
 * permission for the API instead, a resource each.
 */
class Invoker extends InlinePolicyRole {
  readonly #invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });

  constructor(scope: Construct, id: string) {
    super(scope, id, { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.addToPrincipalPolicy(this.#invoke);
  }

  integration(id: string, { lambda }: ServiceFunction): HttpRouteIntegration {
    this.#invoke.addResources(lambda.functionArn);
    return new InvokedUnderRole(id, {
      type: HttpIntegrationType.AWS_PROXY,
      uri: lambda.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this),
    });
  }
}

class InvokedUnderRole extends HttpRouteIntegration {
  readonly #config: HttpRouteIntegrationConfig;

  constructor(id: string, config: HttpRouteIntegrationConfig) {
    super(id);
    this.#config = config;
  }

  override bind(): HttpRouteIntegrationConfig {
    return this.#config;
  }
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
