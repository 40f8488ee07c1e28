/** Tests how many of a queue's batches run in parallel, using a fake clock. */
import { jest } from '@jest/globals';
import { pollQueue } from '../../../local/event-sources/queue-poller.ts';

type Queue = Parameters<typeof pollQueue>[1];
type Fn = Parameters<typeof pollQueue>[2];

const message = { message: { messageAttributes: {} }, receiptHandle: 'one' };
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it("starts with five pollers and adds five a second while all are busy, up to the mapping's maximum", async () => {
  jest.useFakeTimers();
  const mapping = { id: 'm', batchSize: 10, windowSeconds: 0, maximumConcurrency: 12, wants: () => true };
  let underWay = 0;
  const finish: (() => void)[] = [];
  const queue = {
    arn: '',
    receive: () => Promise.resolve([message]),
    delete: () => undefined,
    endWaiting() {},
  };
  const fn = {
    invoke: () => {
      underWay += 1;
      return new Promise((resolve) => finish.push(() => resolve({ payload: 'null' })));
    },
  };
  const polling = pollQueue(mapping as never, queue as unknown as Queue, fn as unknown as Fn);
  const seen: number[] = [];
  for (let second = 0; second < 4; second += 1) {
    await settled();
    seen.push(underWay);
    jest.advanceTimersByTime(1000);
  }
  expect(seen).toEqual([5, 10, 12, 12]);
  const stopped = polling.stop();
  for (const end of finish) end();
  await stopped;
  jest.useRealTimers();
});
