/** The HTTP API: one route and one function for each operation of `lambdas/api/operations.ts`. */
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
import { ALLOWED_HEADERS, EXPOSED_HEADERS, PREFLIGHT_SECONDS } from '../lambdas/core/cross-origin.ts';
import { entryOf, operations, type OperationName } from '../lambdas/api/operations.ts';
import { ApiDomain } from './api/api-domain.ts';
import {
  apiDocument,
  type ApiDocument,
  type ApiRoute,
  type FunctionIntegration,
} from './api/api-document.ts';
import { accessLogFormat } from './api/access-log.ts';
import { Invoker } from './api/invoker.ts';
import { hasEdge } from './edge/edge-settings.ts';
import { LIVE } from './gradual-deployment.ts';
import {
  newLogGroup,
  ServiceFunction,
  type Grant,
  type ServiceFunctionProps,
  type Stage,
} from './service-function.ts';

type AnyOperation = (typeof operations)[OperationName];

/** The operation that takes posts to forms. */
const INGEST: OperationName = 'submitForm';

/** Megabytes, where the usual ones would be too slow: a whole vCPU comes with this many. */
const MEMORY: Partial<Record<OperationName, number>> = {
  exportSubmissions: 1769,
  listSubmissions: 1769,
  listAllSubmissions: 1769,
};

/** What a function's name may have before its operation's, of the 64 characters that Lambda takes. */
const LONGEST_NAME_PREFIX = 38;

/**
 * The routes are one OpenAPI document of the API and no resources: a stack has room for 500 of those
 * (docs/decisions/0033-routes-in-one-openapi-document.md).
 */
export class ServiceApi extends Construct {
  readonly #api: CfnApi;
  /** As who connects something to the API gets it. */
  readonly httpApi: IHttpApi;
  readonly #stage: Stage;
  /** A role's policy has room for some eighty functions, so that there are two. */
  readonly #invokers: { readonly ofAnybody: Invoker; readonly ofAccount: Invoker };
  /** One for all requests: a line names its operation, and a stack has room for 500 resources. */
  readonly logGroup: ILogGroup;
  readonly #unmatched: ServiceFunction;
  readonly #functions = new Map<OperationName, ServiceFunction>();
  readonly #routes: ApiRoute[] = [];
  readonly #otherwise: FunctionIntegration;
  /** The domain at which clients call the API itself; that of a stage with an edge is the edge's. */
  readonly domain: ApiDomain | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#invokers = {
      ofAnybody: new Invoker(this, 'Invoker'),
      ofAccount: new Invoker(this, 'AccountInvoker'),
    };
    this.logGroup = newLogGroup(this, stage.settings);
    this.#unmatched = this.#function('Unmatched', {
      entry: 'api/unmatched',
      description: 'Answers every request that no route takes with a problem document',
      grants: [],
    });
    this.#otherwise = this.#invokers.ofAnybody.integration(this.#arnOf('Unmatched'));
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
   * Makes the function and the route of every operation, without those of the console where the stage has none.
   * @param ofAll what all functions behind the API get, beyond their own grants
   */
  addOperations(grants: Readonly<Record<OperationName, readonly Grant[]>>, ofAll: Grant): void {
    ofAll(this.#unmatched);
    for (const operation of Object.values(operations)) {
      if (!this.#stage.settings.console && isOfConsole(operation)) continue;
      const name = capitalised(operation.name);
      const fn = this.#function(name, {
        entry: entryOf(operation),
        description: `${operation.method} ${operation.path}: ${operation.summary}`,
        // The gateway waits 30 s; the function says so itself before that.
        timeout: Duration.seconds(29),
        memory: MEMORY[operation.name],
        ...(operation.name === INGEST && {
          reservedConcurrency: this.#stage.settings.ingestReservedConcurrency,
        }),
        grants: [ofAll, ...grants[operation.name]],
      });
      this.#functions.set(operation.name, fn);
      const invoker = isOpenToAnybody(operation) ? this.#invokers.ofAnybody : this.#invokers.ofAccount;
      const isGradual = operation.name === INGEST && this.#stage.settings.gradualDeployment !== undefined;
      const integration = invoker.integration(this.#arnOf(name, isGradual ? LIVE : undefined));
      for (const path of pathsOf(operation))
        this.#routes.push({ method: methodOf(operation), path, integration });
    }
  }

  /** The function of an operation that was added. */
  functionOf(name: OperationName): ServiceFunction {
    const fn = this.#functions.get(name);
    if (fn === undefined) throw new Error(`There is no function of ${name} on this stage`);
    return fn;
  }

  /** By which CloudWatch knows the API. */
  get id(): string {
    return this.#api.ref;
  }

  /** The API's own address, by its domain where it has one; no slash at the end. */
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
   * Functions of the API have names of their own, and the API knows them by these: a reference from the API to its
   * functions would make a circle, because they learn the API's address.
   * @param alias the function's own code when absent
   */
  #arnOf(name: string, alias?: string): string {
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: [this.#nameOf(name), alias ?? []].flat().join(':'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** `svc-forms-dev-Http-DFB31D23-SubmitForm`. */
  #nameOf(name: string): string {
    const allowed = { maxLength: LONGEST_NAME_PREFIX, separator: '-', allowedSpecialCharacters: '-' };
    return `${Names.uniqueResourceName(this, allowed)}-${name}`;
  }

  #document(): ApiDocument {
    const { stackName, partition, region } = Stack.of(this);
    return apiDocument({
      title: stackName,
      description: 'Form submissions: ingest and management',
      routes: this.#routes,
      otherwise: this.#otherwise,
      // A preflight goes to the default route like all that no route takes. With these set the gateway adds CORS
      // headers, also to its own refusals, and none of a function gets through.
      cors: {
        allowOrigins: ['*'],
        allowMethods: ['*'],
        allowHeaders: ALLOWED_HEADERS,
        exposeHeaders: EXPOSED_HEADERS,
        maxAge: PREFLIGHT_SECONDS,
      },
      isByDomainOnly: this.domain !== undefined,
      partition,
      region,
    });
  }
}

const isOpenToAnybody = ({ access }: AnyOperation): boolean => access === 'public' || access === 'ingest';

/** People sign in to the console; nobody else can be asked about an app. */
const isOfConsole = ({ path }: AnyOperation): boolean => /^\/(?:console(\/|$)|oauth\/authorize$)/.test(path);

/**
 * The route of a GET takes any method that the path has no other route for. Its function answers HEAD, preflights and,
 * with 405, the rest.
 */
function methodOf({ method }: AnyOperation): ApiRoute['method'] {
  return method === 'GET' ? 'ANY' : method;
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

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
