/** Runs in a thread of its own: synthesises the service's CDK app and tells the runner what came of it. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

export interface SynthesisInput {
  readonly context: Readonly<Record<string, unknown>>;
  readonly outdir: string;
}

/** The names of the stacks, or one line for each stage setting that is wrong. */
export type SynthesisResult = { readonly stacks: string[] } | { readonly wrongSettings: string };

const { context, outdir } = workerData as SynthesisInput;

const children: ChildProcess[] = [];
subscribe('child_process', (message) => children.push((message as { process: ChildProcess }).process));

/** esbuild's process waits for more work. It ends with this thread, but only this thread can wait for its end. */
async function endChildren(): Promise<void> {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map((child) => {
      child.ref();
      child.kill();
      return once(child, 'exit');
    }),
  );
}

async function synthesise(): Promise<SynthesisResult> {
  const { makeApp } = await import('../lib/make-app.ts');
  try {
    const app = await makeApp({ ...context }, outdir);
    return { stacks: app.synth().stacks.map((stack) => stack.stackName) };
  } catch (error) {
    if (error instanceof Error && error.name === 'WrongSetting') return { wrongSettings: error.message };
    throw error;
  }
}

try {
  parentPort?.postMessage(await synthesise());
} finally {
  await endChildren();
}
