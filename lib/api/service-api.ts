/**
 * Creates the HTTP API, with one route and one function for each operation in `lambdas/api/operations.ts`.
 */
import { ArnFormat, Duration, Lazy, Names, Stack } from 'aws-cdk-lib';
import {
  CfnApi,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ApiDomain } from './api-domain.ts';
import { apiDocument, type ApiDocument, type ApiRoute, type FunctionIntegration } from './api-document.ts';
import { accessLogFormat } from './access-log.ts';
import { Invoker } from './invoker.ts';
import { hasEdge } from '../settings/edge-settings.ts';
import { LIVE } from '../aws/gradual-deployment.ts';
import { ALLOWED_HEADERS, EXPOSED_HEADERS, PREFLIGHT_SECONDS } from '../../lambdas/core/cross-origin.ts';
import { entryOf, operations, type OperationName } from '../../lambdas/api/operations.ts';
import {
  newLogGroup,
  ServiceFunction,
  type Grant,
  type ServiceFunctionProps,
  type Stage,
} from '../aws/service-function.ts';

type AnyOperation = (typeof operations)[OperationName];

/** The operation that receives form posts. */
const INGEST: OperationName = 'submitForm';

/** Memory in megabytes for functions that need a full vCPU. Lambda assigns one at 1,769 MB. */
const MEMORY_SIZES: Partial<Record<OperationName, number>> = {
  exportSubmissions: 1769,
  listSubmissions: 1769,
  listAllSubmissions: 1769,
};

/** Leaves room for the operation name, because Lambda limits function names to 64 characters. */
const MAX_NAME_PREFIX = 38;

/**
 * All routes are in one OpenAPI document because a stack is limited to 500 resources
 * (docs/decisions/0033-routes-in-one-openapi-document.md).
 */
export class ServiceApi extends Construct {
  readonly #api: CfnApi;
  /** A reference to the API that other constructs can use. */
  readonly httpApi: IHttpApi;
  readonly #stage: Stage;
  /**
   * There are two roles because the inline policies of one role only have room for about 80 function ARNs.
   */
  readonly #invokers: { readonly forPublic: Invoker; readonly forAccounts: Invoker };
  /**
   * All functions of the API share this log group because a stack is limited to 500 resources. Each log line
   * names its operation.
   */
  readonly logGroup: ILogGroup;
  readonly #unmatched: ServiceFunction;
  readonly #functions = new Map<OperationName, ServiceFunction>();
  readonly #routes: ApiRoute[] = [];
  readonly #defaultRoute: FunctionIntegration;
  /** The API's custom domain. Undefined on a stage with an edge, where the distribution has the domain. */
  readonly domain: ApiDomain | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#invokers = {
      forPublic: new Invoker(this, 'Invoker'),
      forAccounts: new Invoker(this, 'AccountInvoker'),
    };
    this.logGroup = newLogGroup(this, stage.settings);
    this.#unmatched = this.#function('Unmatched', {
      entry: 'api/unmatched',
      description: 'Responds to requests without a matching route with a problem document',
      grants: [],
    });
    this.#defaultRoute = this.#invokers.forPublic.integration(this.#arnOf('Unmatched'));
    this.#api = new CfnApi(this, 'Api', { body: Lazy.any({ produce: () => this.#document() }) });
    const { rate, burst } = stage.settings.apiThrottle;
    const { ref: httpApiId, attrApiEndpoint: apiEndpoint } = this.#api;
    this.httpApi = HttpApi.fromHttpApiAttributes(this, 'ApiOfStage', { httpApiId, apiEndpoint });
    const apiStage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: rate, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.logGroup),
        format: accessLogFormat,
      },
    });
    const { domain } = stage.settings;
    if (domain && !hasEdge(stage.settings))
      this.domain = new ApiDomain(this, 'Domain', { domain, api: this.httpApi, stage: apiStage });
  }

  /**
   * Creates the function and route for each operation. Skips the console's operations if the console is
   * disabled.
   * @param common applied to all functions of the API
   */
  addOperations(grants: Readonly<Record<OperationName, readonly Grant[]>>, common: Grant): void {
    common(this.#unmatched);
    for (const operation of Object.values(operations)) {
      if (!this.#stage.settings.console && isConsoleOperation(operation)) continue;
      const name = capitalised(operation.name);
      const fn = this.#function(name, {
        entry: entryOf(operation),
        description: `${operation.method} ${operation.path}: ${operation.summary}`,
        // Shorter than API Gateway's own timeout of 30 s, so that the function can still respond.
        timeout: Duration.seconds(29),
        memorySize: MEMORY_SIZES[operation.name],
        ...(operation.name === INGEST && {
          reservedConcurrentExecutions: this.#stage.settings.ingestReservedConcurrency,
        }),
        grants: [common, ...grants[operation.name]],
      });
      this.#functions.set(operation.name, fn);
      const invoker = isPublic(operation) ? this.#invokers.forPublic : this.#invokers.forAccounts;
      const isGradual = operation.name === INGEST && this.#stage.settings.gradualDeployment !== undefined;
      const integration = invoker.integration(this.#arnOf(name, isGradual ? LIVE : undefined));
      for (const path of pathsOf(operation))
        this.#routes.push({ method: methodOf(operation), path, integration });
    }
  }

  /**
   * Returns the function for an operation.
   * @throws Error if `addOperations` did not create one
   */
  functionOf(name: OperationName): ServiceFunction {
    const fn = this.#functions.get(name);
    if (fn === undefined) throw new Error(`This stage has no function for ${name}`);
    return fn;
  }

  /** Returns the API id, which is a dimension of its CloudWatch metrics. */
  get id(): string {
    return this.#api.ref;
  }

  /** Returns the API's base URL without a trailing slash. Uses the custom domain if there is one. */
  get url(): string {
    return this.domain?.url ?? this.#api.attrApiEndpoint;
  }

  #function(
    name: string,
    props: Omit<ServiceFunctionProps, keyof Stage | 'name' | 'logGroup'>,
  ): ServiceFunction {
    return new ServiceFunction(this, name, {
      ...this.#stage,
      ...props,
      name: this.#nameOf(name),
      logGroup: this.logGroup,
    });
  }

  /**
   * Builds a function's ARN from its name. A reference would create a circular dependency, because the
   * functions know the API's URL.
   * @param alias defaults to the latest version
   */
  #arnOf(name: string, alias?: string): string {
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: [this.#nameOf(name), alias ?? []].flat().join(':'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** Returns a function's name, such as `svc-forms-dev-Http-DFB31D23-SubmitForm`. */
  #nameOf(name: string): string {
    const allowed = { maxLength: MAX_NAME_PREFIX, separator: '-', allowedSpecialCharacters: '-' };
    return `${Names.uniqueResourceName(this, allowed)}-${name}`;
  }

  #document(): ApiDocument {
    const { stackName, partition, region } = Stack.of(this);
    return apiDocument({
      title: stackName,
      description: 'Form submissions: ingest and management',
      routes: this.#routes,
      defaultRoute: this.#defaultRoute,
      // With a CORS configuration, API Gateway also adds these headers to its own errors, and drops the CORS
      // headers that functions return. Preflight requests still reach the default route.
      cors: {
        allowOrigins: ['*'],
        allowMethods: ['*'],
        allowHeaders: ALLOWED_HEADERS,
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: PREFLIGHT_SECONDS,
      },
      disableExecuteApiEndpoint: this.domain !== undefined,
      partition,
      region,
    });
  }
}

const isPublic = ({ access }: AnyOperation): boolean => access === 'public' || access === 'ingest';

/** The consent page belongs to the console, because people must be signed in there to give consent. */
const isConsoleOperation = ({ path }: AnyOperation): boolean =>
  /^\/(?:console(\/|$)|oauth\/authorize$)/.test(path);

/**
 * A GET route matches every method that has no route. Its function answers HEAD and preflight requests, and
 * responds to other methods with 405.
 */
function methodOf({ method }: AnyOperation): ApiRoute['method'] {
  return method === 'GET' ? 'ANY' : method;
}

/**
 * API Gateway rejects routes that end in a slash. A greedy variable also matches an empty path after the
 * slash, and the function responds to any other path with 404.
 */
function pathsOf(operation: AnyOperation): string[] {
  const { access, path } = operation;
  if ('withPathsBelow' in operation) return [path, `${path}/{below+}`];
  const others = 'alsoAt' in operation ? operation.alsoAt.map((other) => other.path) : [];
  return access === 'ingest' ? [path, `${path}/{rest+}`, ...others] : [path];
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
