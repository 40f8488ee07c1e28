/**
 * Creates the HTTP API, with a route for each operation in `lambdas/api/operations.ts`, and the operations'
 * functions.
 */
import { Duration, Lazy, Names, Stack } from 'aws-cdk-lib';
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
import { namePrefix } from '../aws/service-outputs.ts';
import { shared } from '../aws/shared-policy.ts';
import { routesOf } from '../../lambdas/api/gateway-routes.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { functionOf } from '../../lambdas/api/shared-functions.ts';
import {
  newFunctionLog,
  ServiceFunction,
  type FunctionLog,
  type Grant,
  type ServiceFunctionProps,
  type Stage,
} from '../aws/service-function.ts';

type AnyOperation = (typeof operations)[OperationName];

/** The operation that receives form submissions. */
const INGEST: OperationName = 'submitForm';

/**
 * Memory in megabytes for operations that need a full vCPU, which Lambda provides at 1,769 MB. These
 * operations don't share functions.
 */
const MEMORY_SIZES: Partial<Record<OperationName, number>> = {
  exportSubmissions: 1769,
  listSubmissions: 1769,
  listAllSubmissions: 1769,
};

/**
 * Maximum length of the prefix of function names. Lambda limits names to 64 characters, and the operation's
 * name follows the prefix.
 */
const MAX_NAME_PREFIX = 38;

/**
 * The HTTP API. All of its routes are in one OpenAPI document, because a stack is limited to 500 resources
 * (docs/decisions/0033-routes-in-one-openapi-document.md).
 */
export class ServiceApi extends Construct {
  readonly #api: CfnApi;
  /** True if the service has its own stack. */
  readonly #isAlone: boolean;
  /** A reference to the API that other constructs can use. */
  readonly httpApi: IHttpApi;
  readonly #stage: Stage;
  /** Two roles are needed, because one role's inline policies can only hold about 80 function ARNs. */
  readonly #invokers: { readonly forPublic: Invoker; readonly forAccounts: Invoker };
  /**
   * The log group that all of the API's functions share, because a stack is limited to 500 resources. Each
   * log line names its operation.
   */
  readonly logGroup: ILogGroup;
  readonly #log: FunctionLog;
  readonly #unmatched: ServiceFunction;
  readonly #functions = new Map<OperationName, ServiceFunction>();
  readonly #routes: ApiRoute[] = [];
  readonly #defaultRoute: FunctionIntegration;
  /**
   * The API's custom domain. Undefined on stages with an edge, where the domain belongs to the distribution.
   */
  readonly domain: ApiDomain | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#isAlone = namePrefix(scope) === '';
    this.#invokers = {
      forPublic: new Invoker(this, 'Invoker'),
      forAccounts: new Invoker(this, 'AccountInvoker'),
    };
    const { group, grantWrite } = newFunctionLog(this, stage.settings);
    this.logGroup = group;
    this.#log = { group, grantWrite: shared(this, 'WriteLog', grantWrite) };
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
   * Creates the functions and routes of all operations. Skips console operations if the console is disabled.
   * @param common a grant for all of the API's functions
   */
  addOperations(grants: Readonly<Record<OperationName, readonly Grant[]>>, common: Grant): void {
    common(this.#unmatched);
    const available = Object.values(operations).filter(
      (operation) => this.#stage.settings.console || !isConsoleOperation(operation),
    );
    for (const members of Map.groupBy(available, (each) => functionOf(each).entry).values()) {
      const allowed = members.flatMap(({ name }) => grants[name]);
      this.#addFunction(members, [common, ...new Set(allowed)]);
    }
  }

  /** Creates the routes of these operations and the function that handles them. */
  #addFunction(members: readonly AnyOperation[], grants: readonly Grant[]): void {
    const [operation, ...others] = members;
    if (!operation) return;
    const { name, entry } = functionOf(operation);
    const isIngest = operation.name === INGEST;
    const fn = this.#function(name, {
      entry,
      description:
        others.length > 0
          ? `Handles ${members.map((each) => each.name).join(', ')}`
          : `${operation.method} ${operation.path}: ${operation.summary}`,
      // This timeout is shorter than API Gateway's 30 s, so that the function can still respond.
      timeout: Duration.seconds(29),
      memorySize: MEMORY_SIZES[operation.name],
      ...(isIngest && { reservedConcurrentExecutions: this.#stage.settings.ingestReservedConcurrency }),
      grants,
    });
    const invoker = isPublic(operation) ? this.#invokers.forPublic : this.#invokers.forAccounts;
    const isGradual = isIngest && this.#stage.settings.gradualDeployment !== undefined;
    const integration = invoker.integration(this.#arnOf(name, isGradual ? LIVE : undefined));
    for (const member of members) {
      this.#functions.set(member.name, fn);
      this.#routes.push(...routesOf(member).map((route) => ({ ...route, integration })));
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

  /** Returns the API's id, which CloudWatch uses as a metric dimension. */
  get id(): string {
    return this.#api.ref;
  }

  /** Returns the API's base URL without a trailing slash. Uses the custom domain if the API has one. */
  get url(): string {
    return this.domain?.url ?? this.#api.attrApiEndpoint;
  }

  #function(name: string, props: Omit<ServiceFunctionProps, keyof Stage | 'name' | 'log'>): ServiceFunction {
    return new ServiceFunction(this, name, {
      ...this.#stage,
      ...props,
      name: this.#nameOf(name),
      log: this.#log,
    });
  }

  /**
   * Builds a function's ARN from its name, as a template for `Fn::Sub`. A reference would create a circular
   * dependency, because the functions need the API's URL.
   * @param alias defaults to the latest version
   */
  #arnOf(name: string, alias?: string): string {
    const qualified = [this.#nameOf(name), alias ?? []].flat().join(':');
    return `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${qualified}`;
  }

  /**
   * Returns an operation's function name, such as `svc-forms-dev-SubmitForm`. In a team's own stack, the name
   * also contains the construct's id and a hash.
   */
  #nameOf(name: string): string {
    const allowed = { maxLength: MAX_NAME_PREFIX, separator: '-', allowedSpecialCharacters: '-' };
    const owner = this.#isAlone ? Stack.of(this) : this;
    return `${Names.uniqueResourceName(owner, allowed)}-${name}`;
  }

  #document(): ApiDocument {
    return apiDocument({
      title: Stack.of(this).stackName,
      description: 'Form submissions: ingest and management',
      routes: this.#routes,
      defaultRoute: this.#defaultRoute,
      disableExecuteApiEndpoint: this.domain !== undefined,
    });
  }
}

const isPublic = ({ access }: AnyOperation): boolean => access === 'public' || access === 'ingest';

/**
 * Consent operations count as console operations, because users must be signed in to the console to give
 * consent.
 */
const isConsoleOperation = ({ path }: AnyOperation): boolean =>
  /^\/(?:console(\/|$)|oauth\/authorize$)/.test(path);
