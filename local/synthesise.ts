/** Synthesises the service's CDK app into a cloud assembly on disk. */
import { mkdirSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RunnerError, messageOf } from './runner-error.ts';
import type { SynthesisInput, SynthesisResult } from './synthesis-worker.ts';

/** A cloud assembly on disk and the one stack in it. */
export interface Assembly {
  readonly assembly: string;
  readonly stackName: string;
}

/**
 * Synthesises into `outdir`. That happens in a thread which ends afterwards: the CDK library and the bundler would
 * otherwise stay in the memory of a process that runs all day.
 * @throws RunnerError with one line for each stage setting that is wrong, or when the app does not synthesise
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
    const result = await resultOf(worker);
    if ('wrongSettings' in result) throw new RunnerError(result.wrongSettings);
    const [stackName, second] = result.stacks;
    if (stackName === undefined || second !== undefined)
      throw new Error(`there are ${result.stacks.length} stacks, not one`);
    return { assembly: outdir, stackName };
  } catch (cause) {
    if (cause instanceof RunnerError) throw cause;
    const message = messageOf(cause)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    throw new RunnerError(`the CDK app does not synthesise: ${message}`, { cause });
  } finally {
    await worker.terminate();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the thread found, when it has ended; by then nothing of it is left. */
function resultOf(worker: Worker): Promise<SynthesisResult> {
  return new Promise((resolve, reject) => {
    let result: SynthesisResult | undefined;
    worker.once('message', (message: SynthesisResult) => (result = message));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (result === undefined) reject(new Error(`the thread ended with code ${code}`));
      else resolve(result);
    });
  });
}
