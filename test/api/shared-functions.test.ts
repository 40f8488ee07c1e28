/**
 * Tests functions that several operations share: which operations share a function, and which handler gets
 * each request.
 */
import { jest } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { functionOf, sharedFunctions } from '../../lambdas/api/shared-functions.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { httpApi, routesOfDocument } from '../../local/http/api-document-routes.ts';
import { Stack } from '../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../support/assembly/assembly.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';

const NOWHERE = 'http://127.0.0.1:1';
// The logger is created when the handlers are loaded, and uses this process's console.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'INFO' });

const names = Object.keys(sharedFunctions) as (keyof typeof sharedFunctions)[];
const membersOf = (name: keyof typeof sharedFunctions): Operation[] =>
  sharedFunctions[name].map((member: OperationName) => operations[member]);
const entryOfFunction = (name: keyof typeof sharedFunctions): string =>
  functionOf(operations[sharedFunctions[name][0]]).entry;

/** Returns the routes of the template's API that a function handles. */
function routesTo(functionName: string): string[] {
  const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: NOWHERE, apiEndpoint: NOWHERE });
  const [api] = stack.resources(['AWS::ApiGatewayV2::Api'], httpApi);
  return routesOfDocument(api!.properties.Body.paths)
    .filter(({ integration }) => integration.uri.includes(`-${functionName}/`))
    .map(({ key }) => key);
}

describe("a request is handled by its route's operation", () => {
  let handle: (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;
  const printed: string[] = [];
  beforeAll(() => setFunctionEnvironment({ endpoint: NOWHERE }));
  beforeEach(() => {
    jest.spyOn(console, 'info').mockImplementation((line) => void printed.push(String(line)));
  });
  afterEach(() => jest.restoreAllMocks());

  /** Returns the operation that answered a CORS preflight request, which doesn't need a caller or a table. */
  async function operationAt(routeKey: string): Promise<string> {
    const [, path = ''] = routeKey.split(' ');
    await handle({ ...gatewayEvent({ method: 'OPTIONS', path }), routeKey }, {
      awsRequestId: 'test',
    } as Context);
    return (JSON.parse(printed.at(-1) ?? '{}') as { operation: string }).operation;
  }

  it.each(names)('in the function %s', async (name) => {
    ({ handler: handle } = (await import(`../../lambdas/${entryOfFunction(name)}.ts`)) as {
      handler: typeof handle;
    });
    const answered = new Map<string, string>();
    for (const route of routesTo(functionOf(operations[sharedFunctions[name][0]]).name))
      answered.set(route, await operationAt(route));

    const expected = membersOf(name).flatMap((member): [string, string][] => {
      const method = member.method === 'GET' ? 'ANY' : member.method;
      const others = (member.alsoAt ?? []).map(({ path }) => path);
      const below = member.withPathsBelow ? [`${member.path}/{below+}`] : [];
      const rest = member.access === 'ingest' ? [`${member.path}/{rest+}`] : [];
      return [member.path, ...others, ...below, ...rest].map((path) => [`${method} ${path}`, member.name]);
    });
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
    await expect(operationAt('GET /nowhere')).rejects.toThrow('no operation for the route GET /nowhere');
  });
});

describe('operations share a function only with similar operations', () => {
  it('each operation is handled by at most one function', () => {
    const members = names.flatMap((name) => membersOf(name).map((member) => member.name));
    expect(members.toSorted()).toEqual([...new Set(members)].toSorted());
    for (const name of names) expect(sharedFunctions[name].length).toBeGreaterThan(1);
  });

  it.each(names)('all operations in %s serve the same kind of caller', (name) => {
    const members = membersOf(name);
    // Neither `public` nor `ingest` operations need a key.
    const callers = members.map(({ access }) => (access === 'ingest' ? 'public' : access));
    expect(new Set(callers).size).toBe(1);
    const ofConsole = members.map(({ path }) => /^\/(console|oauth\/authorize$)/.test(path));
    expect(new Set(ofConsole).size).toBe(1);
  });

  it.each([
    ...(['submitForm', 'getFormScript', 'getConsole', 'health'] as const),
    ...(['getMe', 'listForms', 'getForm', 'listSubmissions', 'listAllSubmissions'] as const),
    ...(['getSubmission', 'getTimeline', 'getFile', 'exportSubmissions', 'updateSubmission'] as const),
    ...(['issueToken', 'revokeToken', 'finishSignIn', 'listAuditLog'] as const),
    ...(['testWebhook', 'replayDelivery', 'updateForm', 'createReply'] as const),
  ])('%s has its own function, because it is called often or may read secrets', (name) => {
    const own = functionOf(operations[name]).name;
    const others = Object.values(operations).filter((each) => functionOf(each).name === own);
    expect(others.map((each) => each.name)).toEqual([name]);
  });
});
