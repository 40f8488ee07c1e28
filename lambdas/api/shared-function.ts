/** Creates the handler of a function that several operations share. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Operation } from '../http/operation.ts';
import { routesOf } from './gateway-routes.ts';
import type { OperationIn, SharedFunctionName } from './shared-functions.ts';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An operation's handler, as `httpHandler` returns it. */
type OperationHandler<Name extends string> = Handler & {
  readonly operation: Operation & { readonly name: Name };
};

/**
 * Returns a handler that passes each request to the handler of its operation, based on the route that API
 * Gateway matched.
 * @param handlers the handlers of all operations that `sharedFunctions` lists for this function
 */
export function sharedFunction<Name extends SharedFunctionName>(handlers: {
  readonly [Member in OperationIn<Name>]: OperationHandler<Member>;
}): Handler {
  const byRoute = new Map<string, Handler>(
    Object.values<OperationHandler<string>>(handlers).flatMap((handler) =>
      routesOf(handler.operation).map(({ method, path }) => [`${method} ${path}`, handler]),
    ),
  );
  return async (event, context) => {
    const handler = byRoute.get(event.routeKey);
    if (!handler) throw new Error(`This function has no operation for the route ${event.routeKey}`);
    return handler(event, context);
  };
}
