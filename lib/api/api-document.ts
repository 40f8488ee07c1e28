/**
 * The OpenAPI document that tells API Gateway the routes of an HTTP API and the function behind each of them. API
 * Gateway reads its own extensions only
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html); the document that
 * clients read is another one (`lambdas/openapi`).
 */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A route of the API. ARNs may be tokens of CDK. */
export interface ApiRoute {
  /** `ANY` takes each method that the path has no other route for. */
  readonly method: Method | 'ANY';
  /** Starts with a slash; may hold variables, and at its end a greedy one: `/v1/f/{slug}/{rest+}`. */
  readonly path: string;
  readonly integration: FunctionIntegration;
}

export interface FunctionIntegration {
  readonly functionArn: string;
  /** The role under which the API invokes the function. */
  readonly roleArn: string;
}

/** What the gateway says to browsers of other origins. */
export interface CrossOriginAnswers {
  readonly allowOrigins: readonly string[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** Seconds. */
  readonly maxAge: number;
}

export interface ApiDescription {
  /** The name of the API. */
  readonly title: string;
  readonly description: string;
  readonly routes: readonly ApiRoute[];
  /** Gets every request that no route takes. */
  readonly otherwise: FunctionIntegration;
  readonly cors: CrossOriginAnswers;
  /** Whether clients reach the API by a domain only, and no more by the address that API Gateway gives it. */
  readonly isByDomainOnly: boolean;
  /** Partition and region of the stack, for the addresses at which functions are invoked. */
  readonly partition: string;
  readonly region: string;
}

interface DocumentServer {
  readonly url: '/';
  readonly 'x-amazon-apigateway-endpoint-configuration': { readonly disableExecuteApiEndpoint: true };
}

interface DocumentOperation {
  readonly isDefaultRoute?: true;
  readonly parameters?: readonly PathParameter[];
  readonly responses: { readonly default: { readonly description: string } };
  readonly 'x-amazon-apigateway-integration': {
    readonly type: 'aws_proxy';
    readonly httpMethod: 'POST';
    readonly uri: string;
    readonly payloadFormatVersion: '2.0';
    readonly credentials: string;
  };
}

interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly schema: { readonly type: 'string' };
}

/** The key of a path's operation, as OpenAPI and API Gateway name it. */
type OperationKey = Lowercase<Method> | 'x-amazon-apigateway-any-method';

export interface ApiDocument {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly description: string; readonly version: '1' };
  readonly servers?: readonly [DocumentServer];
  readonly paths: Readonly<Record<string, Partial<Record<OperationKey, DocumentOperation>>>>;
  readonly 'x-amazon-apigateway-cors': CrossOriginAnswers;
}

const withoutEndpoint: DocumentServer = {
  url: '/',
  'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
};

/**
 * The document of an API.
 * @throws Error when two routes have the same method and path
 */
export function apiDocument(api: ApiDescription): ApiDocument {
  const paths: Record<string, Partial<Record<OperationKey, DocumentOperation>>> = {};
  for (const { method, path, integration } of api.routes) {
    const operations = (paths[path] ??= {});
    const key = keyOf(method);
    if (operations[key]) throw new Error(`Two operations have the route ${method} ${path}`);
    operations[key] = operationOf(path, integration, api);
  }
  paths['/$default'] = {
    'x-amazon-apigateway-any-method': { isDefaultRoute: true, ...operationOf('', api.otherwise, api) },
  };
  return {
    openapi: '3.0.1',
    info: { title: api.title, description: api.description, version: '1' },
    ...(api.isByDomainOnly && { servers: [withoutEndpoint] }),
    paths,
    'x-amazon-apigateway-cors': api.cors,
  };
}

function keyOf(method: ApiRoute['method']): OperationKey {
  return method === 'ANY' ? 'x-amazon-apigateway-any-method' : (method.toLowerCase() as Lowercase<Method>);
}

function operationOf(
  path: string,
  { functionArn, roleArn }: FunctionIntegration,
  { partition, region }: ApiDescription,
): DocumentOperation {
  const parameters = parametersOf(path);
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'What the function answers' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      // How Lambda is called, whatever the method of the route.
      httpMethod: 'POST',
      uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
      payloadFormatVersion: '2.0',
      credentials: roleArn,
    },
  };
}

/** A variable of a path is a parameter; a greedy one has no plus in its name. */
function parametersOf(path: string): PathParameter[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}
