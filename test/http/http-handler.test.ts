import { jest } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { Unavailable } from '../../lambdas/core/errors/errors.ts';
import { httpHandler, type HttpRequest } from '../../lambdas/http/http-handler.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import type { HttpResponse } from '../../lambdas/http/http-response.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const open = {
  name: 'open',
  folder: 'test',
  tag: 'test',
  method: 'GET',
  path: '/open',
  access: 'public',
  scope: null,
  summary: '',
} as const satisfies Operation;
const context = { awsRequestId: 'test' } as Context;

const responseOf = (respond: (request: HttpRequest<typeof open>) => Promise<HttpResponse> | HttpResponse) =>
  httpHandler(
    open,
    { baseUrl: 'http://api.test' },
    respond,
  )(gatewayEvent({ method: 'GET', path: '/open' }), context);

describe('a background task', () => {
  test('finishes before the function responds, even if the operation fails', async () => {
    const ended: string[] = [];
    const work = async (name: string): Promise<void> => {
      await new Promise(setImmediate);
      ended.push(name);
    };
    const good = await responseOf(({ runInBackground }) => {
      runInBackground(work('first'));
      runInBackground(work('second'));
      return { status: 200 };
    });
    expect([good.statusCode, ended]).toEqual([200, ['first', 'second']]);
    const bad = await responseOf(({ runInBackground }) => {
      runInBackground(work('third'));
      throw new Error('broken');
    });
    expect([bad.statusCode, ended.at(-1)]).toEqual([500, 'third']);
  });

  test("doesn't change the response if it fails", async () => {
    const response = await responseOf(async ({ runInBackground }) => {
      runInBackground(Promise.reject(new Error('not noted')));
      await new Promise(setImmediate);
      return { status: 200, body: { ok: true } };
    });
    expect(response).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
  });
});

test("an operation that needs a key can't have a handler without a key store", () => {
  const closed = { ...open, access: 'management', scope: 'read' } as const satisfies Operation;
  expect(() => httpHandler(closed, { baseUrl: '' }, () => ({ status: 200 }))).toThrow(TypeError);
});

test('an error from lazily loaded code keeps its status even if it comes from a second copy of the error classes', async () => {
  jest.resetModules();
  const copy = await import('../../lambdas/core/errors/errors.ts');
  expect(copy.Unavailable).not.toBe(Unavailable);
  const unavailable = await responseOf(() => {
    throw new copy.Unavailable();
  });
  expect(unavailable).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  const invalid = await responseOf(() => {
    throw new copy.ValidationFailed([{ path: '_uploads', message: 'was used' }]);
  });
  expect(JSON.parse(invalid.body!)).toMatchObject({
    status: 422,
    errors: [{ path: '_uploads', message: 'was used' }],
  });
});

test('a library error with the name of a problem is a plain 500', async () => {
  const response = await responseOf(() => {
    throw Object.assign(new Error('inside'), { name: 'NotFound' });
  });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('inside');
});
