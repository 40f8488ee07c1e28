/**
 * Tests functions that share a thread. Each has separate variables, modules and logs, and can end
 * independently.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Functions } from '../../../local/functions/functions.ts';
import { FunctionThreads } from '../../../local/functions/function-threads.ts';
import { LocalFunction } from '../../../local/functions/local-function.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-threads-'));
afterAll(() => rmSync(directory, { recursive: true }));
const read = (name: string): string => readFileSync(path.join(directory, `${name}.log`), 'utf8');

writeFileSync(
  path.join(directory, 'index.mjs'),
  `import { threadId } from 'node:worker_threads';
   const atImport = process.env.WHO;
   let calls = 0;
   export const handler = async ({ does, say }) => {
     if (does === 'throwLater') { setTimeout(() => { throw new RangeError('nobody waits for this'); }); await new Promise(() => {}); }
     if (does === 'reject') { Promise.reject(new TypeError('nor for this')); await new Promise(() => {}); }
     if (does === 'exit') process.exit(3);
     if (does === 'hang') await new Promise(() => {});
     if (does === 'set') process.env.MINE = say;
     if (does === 'say') console.log(say);
     return { atImport, who: process.env.WHO, mine: process.env.MINE, calls: ++calls, threadId };
   };`,
);

interface Answer {
  readonly atImport: string;
  readonly who: string;
  readonly mine?: string;
  readonly calls: number;
  readonly threadId: number;
}

interface Timing {
  readonly idleMilliseconds?: number;
  readonly timeoutSeconds?: number;
}

/**
 * Creates two functions from one file in one thread, because starting a thread takes seconds on a busy
 * machine.
 */
function twoFunctions({ idleMilliseconds, timeoutSeconds = 30 }: Timing = {}) {
  const threads = new FunctionThreads(idleMilliseconds);
  const make = (name: string): LocalFunction =>
    new LocalFunction(
      {
        ...{
          name,
          arn: name,
          folder: directory,
          handler: 'index.handler',
          memoryMegabytes: 128,
        },
        timeoutSeconds,
        environment: { WHO: name },
        logFile: path.join(directory, `${name}.log`),
      },
      { threads },
    );
  const [first, second] = [make('first'), make('second')];
  const functions = new Functions([first, second], threads);
  return { first, second, functions };
}

const call = async (fn: LocalFunction, event: object = {}): Promise<Answer> => {
  const { payload, error } = await fn.invoke(event);
  expect(error).toBeUndefined();
  return JSON.parse(payload!) as Answer;
};

describe('two functions in one thread', () => {
  const { first, second, functions } = twoFunctions();
  afterAll(() => functions.stop());

  it('have separate variables and modules', async () => {
    await call(first, { does: 'set', say: 'of the first' });
    const answers = await Promise.all([call(first), call(second)]);
    expect(answers).toMatchObject([
      { atImport: 'first', who: 'first', mine: 'of the first', calls: 2 },
      { atImport: 'second', who: 'second', calls: 1 },
    ]);
    expect(answers[1].mine).toBeUndefined();
    expect(answers[0].threadId).toBe(answers[1].threadId);
  });
});

it.each([
  ['throwLater', { errorType: 'RangeError', errorMessage: 'nobody waits for this' }],
  ['reject', { errorType: 'TypeError', errorMessage: 'nor for this' }],
  ['exit', { errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited with error: exit status 3' }],
])(
  "a function that ends by %s doesn't affect the other function and continues in a separate thread",
  async (does, error) => {
    const { first, second, functions } = twoFunctions();
    const { threadId } = await call(second);
    expect(await first.invoke({ does })).toMatchObject({ error });
    expect(await call(second)).toMatchObject({ calls: 2, threadId });
    const after = await call(first);
    expect(after).toMatchObject({ who: 'first', calls: 1 });
    expect(after.threadId).not.toBe(threadId);
    await functions.stop();
  },
);

it('a function that times out continues in a separate thread and the other function in a new one', async () => {
  const { first, second, functions } = twoFunctions({ timeoutSeconds: 5 });
  const { threadId } = await call(second);
  expect(await first.invoke({ does: 'hang' })).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } });
  const answers = await Promise.all([call(first), call(second)]);
  expect(new Set([threadId, ...answers.map((answer) => answer.threadId)]).size).toBe(3);
  await functions.stop();
});

it('each function writes a separate log, which is complete when the function stops', async () => {
  const { first, second, functions } = twoFunctions();
  await Promise.all([call(first, { does: 'say', say: 'one' }), call(second, { does: 'say', say: 'two' })]);
  await functions.stop();
  expect([read('first').split('\n').includes('one'), read('first').includes('two')]).toEqual([true, false]);
  expect([read('second').split('\n').includes('two'), read('second').includes('one')]).toEqual([true, false]);
});

it('an idle thread ends and the next invocation creates a new one', async () => {
  const { first, functions } = twoFunctions({ idleMilliseconds: 20 });
  const { threadId } = await call(first);
  let answer = await call(first);
  while (answer.threadId === threadId) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await call(first);
  }
  expect(answer).toMatchObject({ who: 'first', calls: 1 });
  await functions.stop();
});
