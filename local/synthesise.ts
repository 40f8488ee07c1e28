import { mkdirSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RunnerError, messageOf } from './runner-error.ts';
import type { SynthesisInput } from './synthesis-worker.ts';

/** A cloud assembly on disk and the one stack in it. */
export interface Assembly {
  readonly assembly: string;
  readonly stackName: string;
}

/**
 * Synthesises the service's CDK app into `outdir`. That happens in a thread which ends afterwards: the CDK library
 * and the bundler would otherwise stay in the memory of a process that runs all day.
 * @throws RunnerError with the app's own words, when a setting is wrong or the app does not synthesise.
 */
export async function synthesise(
  context: Readonly<Record<string, unknown>>,
  outdir: string,
): Promise<Assembly> {
  rmSync(outdir, { recursive: true, force: true });
  const input: SynthesisInput = { context, outdir };
  // What the app leaves in the system's temporary folder, it leaves here, and it goes when the assembly is complete.
  const scratch = `${outdir}.tmp`;
  mkdirSync(scratch, { recursive: true });
  const worker = new Worker(new URL('./synthesis-worker.ts', import.meta.url), {
    workerData: input,
    // CDK's validation against CloudFormation's rules takes half the time of a start; `cdk synth` does it.
    env: { ...process.env, TMPDIR: scratch, CDK_VALIDATION: 'false' },
    execArgv: [],
  });
  try {
    const stacks = await namesFrom(worker);
    const [stackName, second] = stacks;
    if (stackName === undefined || second !== undefined)
      throw new Error(`there are ${stacks.length} stacks, not one`);
    return { assembly: outdir, stackName };
  } catch (cause) {
    const message = messageOf(cause)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    throw new RunnerError(`the CDK app does not synthesise: ${message}`, { cause });
  } finally {
    await worker.terminate();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The names of the stacks, when the thread has ended; by then nothing of it is left. */
function namesFrom(worker: Worker): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let names: string[] | undefined;
    worker.once('message', (message: string[]) => (names = message));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (names === undefined) reject(new Error(`the thread ended with code ${code}`));
      else resolve(names);
    });
  });
}
