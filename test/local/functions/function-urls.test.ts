/** Tests the template's function URLs with sample functions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenForFunctionUrls, type FunctionUrls } from '../../../local/functions/function-urls.ts';
import type { Functions } from '../../../local/functions/functions.ts';
import { Stack } from '../../../local/template/stack.ts';
import { fetchUnchecked } from '../../support/service/fetch-unchecked.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-urls-'));
const invoked: any[] = [];
let result: object = { payload: '{"statusCode":204}' };
const functions = {
  find: () => ({
    invoke: (event: object) => {
      invoked.push(event);
      return Promise.resolve(result);
    },
  }),
} as unknown as Functions;

let urls: FunctionUrls;
beforeAll(async () => {
  urls = await listenForFunctionUrls();
});
afterAll(async () => {
  await urls.stop();
  rmSync(directory, { recursive: true });
});

function stackOf(properties: object): Stack {
  const Resources = {
    Url: { Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: 'Hello', ...properties } },
  };
  const Outputs = { Address: { Value: { 'Fn::GetAtt': ['Url', 'FunctionUrl'] } } };
  writeFileSync(path.join(directory, 'urls.template.json'), JSON.stringify({ Resources, Outputs }));
  writeFileSync(path.join(directory, 'urls.assets.json'), '{}');
  const nowhere = 'http://127.0.0.1:1';
  const at = { sqsEndpoint: nowhere, apiEndpoint: nowhere, functionUrls: urls.endpoint };
  return Stack.read(directory, 'urls', at);
}

it('passes the request to the function as an event and passes the response to the client', async () => {
  const stack = stackOf({ AuthType: 'NONE' });
  urls.serve(stack, functions);
  result = { payload: '{"statusCode":201,"headers":{"X-Own":"y"},"body":"made"}' };
  const response = await fetchUnchecked(`${stack.outputs()['Address']!}orders?state=paid`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Sent': 'x' },
    body: '{"a":1}',
  });
  expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([201, 'y', 'made']);
  expect(invoked.at(-1)).toMatchObject({
    version: '2.0',
    rawPath: '/orders',
    rawQueryString: 'state=paid',
    headers: { 'x-sent': 'x' },
    requestContext: { http: { method: 'POST' } },
    body: '{"a":1}',
    isBase64Encoded: false,
  });
});

it('returns an error if a function fails or is missing', async () => {
  urls.serve(stackOf({ AuthType: 'NONE' }), functions);
  result = { error: { errorType: 'TypeError', errorMessage: 'no', trace: [] } };
  expect((await fetchUnchecked(`${urls.endpoint}/Url/`)).status).toBe(502);
  expect((await fetchUnchecked(`${urls.endpoint}/Other/`)).status).toBe(404);
});

it.each([[{ AuthType: 'AWS_IAM' }], [{ AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' }]])(
  'fails to start if a function URL has the settings %j',
  (properties) => {
    expect(() => urls.serve(stackOf(properties), functions)).toThrow(
      'Url: the local runner supports only public, buffered',
    );
  },
);
