import { rmSync } from 'node:fs';
import { RunnerError, messageOf } from './errors.ts';

/** A cloud assembly on disk and the one stack in it. */
export interface Assembly {
  readonly assembly: string;
  readonly stackName: string;
}

/**
 * Synthesises the service's CDK app into `outdir`, in this process.
 * @throws RunnerError with the app's own words, when a setting is wrong or the app does not synthesise.
 */
export async function synthesise(context: Readonly<Record<string, unknown>>, outdir: string): Promise<Assembly> {
  rmSync(outdir, { recursive: true, force: true });
  try {
    // Loaded only now: the CDK library takes longer than everything else, and the emulators start meanwhile.
    const { makeApp } = await import('../lib/make-app.ts');
    const app = await makeApp({ ...context }, outdir);
    const { stacks } = app.synth();
    const [stack, second] = stacks;
    if (stack === undefined || second !== undefined) throw new Error(`there are ${stacks.length} stacks, not one`);
    return { assembly: outdir, stackName: stack.stackName };
  } catch (cause) {
    const message = messageOf(cause).trim().replaceAll(/\s*\n\s*/g, ' ');
    throw new RunnerError(`the CDK app does not synthesise: ${message}`, { cause });
  }
}
