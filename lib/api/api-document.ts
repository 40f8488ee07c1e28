/**
 * Builds the OpenAPI document that API Gateway imports. It defines the HTTP API's routes and integrations
 * with API Gateway's extensions
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html). API
 * clients use a different document, which `lambdas/api/openapi` builds.
 *
 * The document must not contain `x-amazon-apigateway-cors`. API Gateway would add CORS headers to every
 * route, including the consent page, and discard the functions' own headers.
 */

import type { GatewayRoute } from '../../lambdas/api/gateway-routes.ts';

/** A route in the API. */
export interface ApiRoute extends GatewayRoute {
  readonly integration: FunctionIntegration;
}

export interface FunctionIntegration {
  /** Template for `Fn::Sub`, for example `arn:${AWS::Partition}:lambda:…`. */
  readonly functionArn: string;
  /** The role that API Gateway assumes to invoke the function. Its ARN may be a CDK token. */
  readonly roleArn: string;
}

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly routes: readonly ApiRoute[];
  /** Receives all requests that don't match a route. */
  readonly defaultRoute: FunctionIntegration;
  /** If true, the `execute-api` endpoint is disabled and clients can only use the custom domain. */
  readonly disableExecuteApiEndpoint: boolean;
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
    /** Use `Fn::Sub`, because `Fn::Join` with CDK tokens makes the template 30 KB larger. */
    readonly uri: { readonly 'Fn::Sub': string };
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

/** Key of an operation within its path, as defined by OpenAPI and API Gateway. */
type OperationKey = Lowercase<Exclude<GatewayRoute['method'], 'ANY'>> | 'x-amazon-apigateway-any-method';

export interface ApiDocument {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly description: string; readonly version: '1' };
  readonly servers?: readonly [DocumentServer];
  readonly paths: Readonly<Record<string, Partial<Record<OperationKey, DocumentOperation>>>>;
}

const withoutEndpoint: DocumentServer = {
  url: '/',
  'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
};

/**
 * Returns the OpenAPI document for an HTTP API.
 * @throws Error if two routes have the same method and path
 */
export function apiDocument(api: ApiDescription): ApiDocument {
  const paths: Record<string, Partial<Record<OperationKey, DocumentOperation>>> = {};
  for (const { method, path, integration } of api.routes) {
    const operations = (paths[path] ??= {});
    const key = keyOf(method);
    if (operations[key]) throw new Error(`Two operations have the route ${method} ${path}`);
    operations[key] = operationOf(path, integration);
  }
  paths['/$default'] = {
    'x-amazon-apigateway-any-method': { isDefaultRoute: true, ...operationOf('', api.defaultRoute) },
  };
  return {
    openapi: '3.0.1',
    info: { title: api.title, description: api.description, version: '1' },
    ...(api.disableExecuteApiEndpoint && { servers: [withoutEndpoint] }),
    paths,
  };
}

function keyOf(method: ApiRoute['method']): OperationKey {
  return method === 'ANY'
    ? 'x-amazon-apigateway-any-method'
    : (method.toLowerCase() as Lowercase<typeof method>);
}

function operationOf(path: string, { functionArn, roleArn }: FunctionIntegration): DocumentOperation {
  const parameters = parametersOf(path);
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'Function response' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      // API Gateway always invokes Lambda functions with POST.
      httpMethod: 'POST',
      uri: {
        'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
      },
      payloadFormatVersion: '2.0',
      credentials: roleArn,
    },
  };
}

/**
 * Returns the path variables as OpenAPI parameters. The plus sign of a greedy variable isn't part of its
 * name.
 */
function parametersOf(path: string): PathParameter[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}
