import * as z from 'zod';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { sqsEvent } from '../support/aws/sqs-event.ts';

const { sqsHandler } = await import('../../lambdas/aws/event-sources/sqs-handler.ts');

const message = z.object({ name: z.string() });

it('passes each parsed message to the handler, with its record', async () => {
  const seen: string[] = [];
  const handler = sqsHandler({
    message,
    handle: ({ name }, { receiptHandle }) => Promise.resolve(void seen.push(`${name}, ${receiptHandle}`)),
  });
  const { result, logged } = await loggedErrorsOf(() =>
    handler(sqsEvent(['a', '{"name":"Ada","other":1}'], ['b', '{"name":"Bob"}'])),
  );
  expect(seen).toEqual(['Ada, receipt of a', 'Bob, receipt of b']);
  expect([result, logged]).toEqual([{ batchItemFailures: [] }, []]);
});

it('reports and logs each failed message once and handles the others', async () => {
  const handled: string[] = [];
  const handler = sqsHandler({
    message,
    handle: ({ name }) => {
      if (name === 'Eve') return Promise.reject(new RangeError('not Eve'));
      handled.push(name);
      return Promise.resolve();
    },
  });
  const { result, logged } = await loggedErrorsOf(() =>
    handler(
      sqsEvent(['a', '{"name":"Eve"}'], ['b', '{"name":"Bob"}'], ['c', 'no JSON'], ['d', '{"name":7}']),
    ),
  );
  expect(handled).toEqual(['Bob']);
  const failed = result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  expect(failed.toSorted()).toEqual(['a', 'c', 'd']);
  expect(logged.map((line) => [line.message, line['message_id'], line.error.name]).toSorted()).toEqual([
    ['Failed to process queue message', 'a', 'RangeError'],
    ['Failed to process queue message', 'c', 'SyntaxError'],
    ['Failed to process queue message', 'd', 'ZodError'],
  ]);
});

it('reports every message instead of throwing when all of them fail', async () => {
  const handler = sqsHandler({ message, handle: () => Promise.reject(new Error('away')) });
  const { result } = await loggedErrorsOf(() => handler(sqsEvent(['a', '{"name":"Ada"}'])));
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
});
