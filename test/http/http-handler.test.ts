import type { Context } from 'aws-lambda';
import { httpHandler, type HttpRequest } from '../../lambdas/http/http-handler.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import type { HttpResponse } from '../../lambdas/http/problem-document.ts';
import { gatewayEvent } from '../support/service/gateway-event.ts';

const open = {
  name: 'open',
  folder: 'test',
  tag: 'test',
  method: 'GET',
  path: '/open',
  access: 'public',
  summary: '',
} as const satisfies Operation;
const context = { awsRequestId: 'test' } as Context;

const answerOf = (act: (request: HttpRequest<typeof open>) => Promise<HttpResponse> | HttpResponse) =>
  httpHandler(
    open,
    { baseUrl: 'http://api.test' },
    act,
  )(gatewayEvent({ method: 'GET', path: '/open' }), context);

describe('work beside an answer', () => {
  test('is ended before the answer is given, also when the operation fails', async () => {
    const ended: string[] = [];
    const work = async (name: string): Promise<void> => {
      await new Promise(setImmediate);
      ended.push(name);
    };
    const good = await answerOf(({ runInBackground }) => {
      runInBackground(work('first'));
      runInBackground(work('second'));
      return { status: 200 };
    });
    expect([good.statusCode, ended]).toEqual([200, ['first', 'second']]);
    const bad = await answerOf(({ runInBackground }) => {
      runInBackground(work('third'));
      throw new Error('broken');
    });
    expect([bad.statusCode, ended.at(-1)]).toEqual([500, 'third']);
  });

  test('does not change the answer by failing', async () => {
    const answer = await answerOf(async ({ runInBackground }) => {
      runInBackground(Promise.reject(new Error('not noted')));
      await new Promise(setImmediate);
      return { status: 200, body: { ok: true } };
    });
    expect(answer).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
  });
});

test('an operation that needs a key has no handler without a way to check it', () => {
  const closed = { ...open, access: 'management' } as const satisfies Operation;
  expect(() => httpHandler(closed, { baseUrl: '' }, () => ({ status: 200 }))).toThrow(TypeError);
});
