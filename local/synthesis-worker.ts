/** Runs in a thread of its own: synthesises the service's CDK app and tells the runner what came of it. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeApp } from '../lib/make-app.ts';

export interface SynthesisInput {
  readonly context: Readonly<Record<string, unknown>>;
  readonly outdir: string;
}

const { context, outdir } = workerData as SynthesisInput;
const app = await makeApp({ ...context }, outdir);
parentPort?.postMessage(app.synth().stacks.map((stack) => stack.stackName));
