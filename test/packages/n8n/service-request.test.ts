import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import {
  callService,
  fetchFile,
} from '../../../packages/n8n-nodes-svc-forms/nodes/service/service-request.ts';

/**
 * Creates an n8n node that receives these responses to its requests. Records each request and whether it used
 * the credential.
 */
function nodeWith(responses: (object | Error)[], authentication = 'key') {
  const requests: { type: string | undefined; options: IHttpRequestOptions }[] = [];
  const next = (type: string | undefined, options: IHttpRequestOptions): Promise<object> => {
    requests.push({ type, options });
    const response = responses.shift() ?? new Error('No request was expected');
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  };
  const caller = {
    getNode: () => ({ id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }),
    getNodeParameter: () => authentication,
    getCredentials: () => Promise.resolve({ baseUrl: 'https://forms.example.com//' }),
    helpers: {
      httpRequest: (options: IHttpRequestOptions) => next(undefined, options),
      httpRequestWithAuthentication: next,
    },
  };
  return { caller: caller as unknown as IExecuteFunctions, requests };
}

it('follows a redirect to storage without sending the credential', async () => {
  const location = 'https://bucket.example.com/export.csv?X-Amz-Signature=1';
  const { caller, requests } = nodeWith([
    { statusCode: 302, headers: { location }, body: Buffer.alloc(0) },
    { statusCode: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.from('id') },
  ]);
  const file = await fetchFile(caller, { path: '/v1/forms/frm_1/submissions/export' });
  expect(file).toEqual({ content: Buffer.from('id'), contentType: 'text/csv' });
  expect(requests).toMatchObject([
    {
      type: 'svcFormsApi',
      options: {
        url: 'https://forms.example.com/v1/forms/frm_1/submissions/export',
        disableFollowRedirect: true,
      },
    },
    { type: undefined, options: { url: location } },
  ]);
  expect(requests[1]?.options.headers).toBeUndefined();
});

it('lets n8n refresh an expired OAuth2 token', async () => {
  const expired = { statusCode: 401, headers: {}, body: { title: 'Key required' } };
  const { caller, requests } = nodeWith(
    [expired, { statusCode: 200, headers: {}, body: { ok: 1 } }],
    'oAuth2',
  );
  expect(await callService(caller, { path: '/v1/me' })).toEqual({ ok: 1 });
  // n8n refreshes the token when a request throws an error.
  expect(requests.map(({ type, options }) => [type, options.ignoreHttpStatusErrors])).toEqual([
    ['svcFormsOAuth2Api', true],
    ['svcFormsOAuth2Api', false],
  ]);
});

it('reports a wrong key without retrying', async () => {
  const { caller, requests } = nodeWith([{ statusCode: 401, headers: {}, body: { title: 'Key required' } }]);
  await expect(callService(caller, { path: '/v1/me' })).rejects.toThrow('Key required');
  expect(requests).toHaveLength(1);
});

it('reports that no response arrived', async () => {
  const { caller } = nodeWith([Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })]);
  await expect(callService(caller, { path: '/v1/me' })).rejects.toMatchObject({ name: 'NodeApiError' });
});
