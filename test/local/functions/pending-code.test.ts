/**
 * Tests functions that are bundled while the service is running. Only invocations of these functions wait for
 * the bundle.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FunctionThreads } from '../../../local/functions/function-threads.ts';
import { LocalFunction } from '../../../local/functions/local-function.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-pending-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Creates a function without code. */
function pendingFunction(name: string) {
  const folder = path.join(directory, name);
  const made = Promise.withResolvers<undefined>();
  let pending: Promise<void> | undefined = made.promise;
  const threads = new FunctionThreads();
  const fn = new LocalFunction(
    {
      name,
      arn: name,
      folder,
      handler: 'index.handler',
      memoryMegabytes: 128,
      environment: {},
      timeoutSeconds: 30,
      logFile: path.join(directory, `${name}.log`),
    },
    {
      threads,
      code: {
        pendingAt: (asked) => (asked === folder ? pending : undefined),
        newestOf: (asked) => asked,
      },
    },
  );
  return {
    fn,
    arrive: () => {
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'index.mjs'), `export const handler = async (event) => ({ event });`);
      pending = undefined;
      made.resolve(undefined);
    },
    stop: async () => {
      await fn.stop();
      await threads.stop();
    },
  };
}

test('invocations wait for their code', async () => {
  const { fn, arrive, stop } = pendingFunction('late');
  try {
    // If a thread looked for the code at this point, it would never find it.
    fn.warm();
    const invocations = [fn.invoke('one'), fn.invoke('two')];
    arrive();
    const results = await Promise.all(invocations);
    expect(results.map(({ payload }) => JSON.parse(payload ?? '{}') as object)).toEqual([
      { event: 'one' },
      { event: 'two' },
    ]);
    expect(JSON.parse((await fn.invoke('three')).payload ?? '{}')).toMatchObject({ event: 'three' });
  } finally {
    await stop();
  }
});

test('invocations that wait for their code end when the runner stops', async () => {
  const { fn, stop } = pendingFunction('never');
  const invocation = fn.invoke('one');
  await stop();
  expect(await invocation).toEqual({
    error: { errorType: 'Runtime.ExitError', errorMessage: 'the runner is stopping' },
  });
});
