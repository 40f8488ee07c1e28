/** A process of its own: synthesises the service's CDK app and tells the runner what came of it. */
import { importLinkedApp } from '../../lib/bundling/import-linked-app.ts';

export interface SynthesisInput {
  readonly context: Readonly<Record<string, unknown>>;
  readonly outdir: string;
  /** An empty folder below the packages, for what is needed until then. */
  readonly scratch: string;
}

/** The names of the stacks, or one line for each stage setting that is wrong. */
export type SynthesisResult =
  { readonly stacks: string[] } | { readonly wrongSettings: string } | { readonly failed: string };

async function synthesise({ context, outdir, scratch }: SynthesisInput): Promise<SynthesisResult> {
  try {
    const { makeApp, keptLinkedBundles } = await importLinkedApp(scratch);
    const app = await makeApp({ ...context }, outdir, keptLinkedBundles);
    return { stacks: app.synth().stacks.map((stack) => stack.stackName) };
  } catch (error) {
    if (!(error instanceof Error)) return { failed: String(error) };
    return error.name === 'WrongSetting' ? { wrongSettings: error.message } : { failed: error.message };
  }
}

// A runner that is killed takes this process with it.
process.once('disconnect', () => process.exit(1));
process.once('message', (input) => {
  void synthesise(input as SynthesisInput).then((result) =>
    process.send?.(result, undefined, undefined, () => process.exit(0)),
  );
});
