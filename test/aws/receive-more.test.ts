import {
  receiveMore,
  type TakeMoreDeps,
  type ReceivedMessage,
} from '../../lambdas/aws/event-sources/receive-more.ts';

/** Creates a fake queue whose clock advances when a caller waits. */
function queueOf(...answers: readonly (readonly string[] | Error)[]) {
  const left = [...answers];
  const polls: [at: number, waitSeconds: number][] = [];
  const removed: string[] = [];
  const reported: string[] = [];
  let now = 0;
  const deps = (handle: TakeMoreDeps['handle']): TakeMoreDeps => ({
    source: {
      receive(waitSeconds) {
        polls.push([now, waitSeconds]);
        const answer = left.shift() ?? [];
        if (answer instanceof Error) return Promise.reject(answer);
        if (answer.length === 0) now += waitSeconds * 1000;
        return Promise.resolve(
          answer.map((messageId) => ({ messageId, receiptHandle: messageId, body: '{}' })),
        );
      },
      remove: ({ messageId }) => Promise.resolve(void removed.push(messageId)),
    },
    now: () => now,
    pause: (milliseconds) => Promise.resolve((now += milliseconds)),
    handle,
    report: (message) => void reported.push(message),
  });
  return { deps, polls, removed, reported };
}

const never = new Promise<never>(() => undefined);
const handled = (): Promise<void> => Promise.resolve();

it('uses short polls after 100, 200, 400, and 800 ms, then every second', async () => {
  const { deps, polls } = queueOf();
  await receiveMore(never, 4000, deps(handled));
  expect(polls).toEqual([
    [100, 0],
    [200, 0],
    [400, 0],
    [800, 0],
    [800, 1],
    [1800, 1],
    [2800, 1],
    [3800, 1],
  ]);
});

it("doesn't poll when the batch ends before 100 ms", async () => {
  const { deps, polls } = queueOf(['1']);
  await receiveMore(Promise.resolve(), 4000, deps(handled));
  expect(polls).toEqual([]);
});

it('stops polling once the batch has failed', async () => {
  const { deps, polls, removed } = queueOf(['1']);
  const batch = Promise.withResolvers<never>();
  await receiveMore(
    batch.promise,
    4000,
    deps(() => {
      batch.reject(new Error('away'));
      return Promise.resolve();
    }),
  );
  expect(removed).toEqual(['1']);
  expect(polls.length).toBeLessThanOrEqual(2);
});

it('polls again immediately while messages arrive and deletes handled messages', async () => {
  const { deps, polls, removed } = queueOf(['1', '2'], ['3']);
  const failing = ({ messageId }: ReceivedMessage): Promise<void> =>
    messageId === '2' ? Promise.reject(new Error('away')) : Promise.resolve();
  await receiveMore(never, 150, deps(failing));
  expect(polls).toEqual([
    [100, 0],
    [100, 0],
    [100, 0],
  ]);
  expect(removed).toEqual(['1', '3']);
});

it('handles all received messages, even after the batch has ended', async () => {
  const { deps, removed } = queueOf(['1']);
  const batch = Promise.withResolvers<undefined>();
  const first = Promise.withResolvers<undefined>();
  let ended = false;
  const taking = receiveMore(
    batch.promise,
    4000,
    deps(() => {
      batch.resolve(undefined);
      return first.promise;
    }),
  ).then(() => (ended = true));
  await batch.promise;
  await new Promise(setImmediate);
  expect([ended, removed]).toEqual([false, []]);
  first.resolve(undefined);
  await taking;
  expect(removed).toEqual(['1']);
});

it('handles at most thirty messages at once', async () => {
  const many = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 10 }, (__, index) => `${batch}-${index}`),
  );
  const { deps, removed } = queueOf(...many);
  let running = 0;
  let most = 0;
  const handle = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    while (running < 30 && removed.length === 0) await new Promise(setImmediate);
    running -= 1;
  };
  await receiveMore(never, 150, deps(handle));
  expect(removed).toHaveLength(200);
  expect(most).toBe(30);
});

it('logs a failure to receive messages without failing the batch', async () => {
  const { deps, reported } = queueOf(['1'], new Error('throttled'));
  await receiveMore(never, 4000, deps(handled));
  expect(reported).toEqual(['Stopped receiving messages']);
});
