/** A process of its own: synthesises the service's CDK app and tells the runner what came of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importLinkedApp } from '../../lib/bundling/import-linked-app.ts';
import { answerOnce } from './run-process.ts';

export interface SynthesisInput {
  readonly context: Readonly<Record<string, unknown>>;
  readonly outdir: string;
  /** An empty folder below the packages, for what is needed until then. */
  readonly scratch: string;
  /** Gets a folder for each function, by its entry, in place of its code. */
  readonly placeholders: string;
}

/** The names of the stacks, or one line for each stage setting that is wrong. */
export type SynthesisResult =
  { readonly stacks: string[] } | { readonly wrongSettings: string } | { readonly failed: string };

/** Leaves out of the assembly what only CDK's tools and people read, which takes time at each synthesis. */
const PLAIN_ASSEMBLY = {
  // Placeholders stay where they are.
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-stack-trace': true,
  'aws:cdk:version-reporting': false,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

async function synthesise(input: SynthesisInput): Promise<SynthesisResult> {
  try {
    const { makeApp, bundlesIn } = await importLinkedApp(input.scratch);
    const placeholders = bundlesIn(input.placeholders);
    for (const [entry, folder] of placeholders) {
      mkdirSync(folder, { recursive: true });
      // By its content CDK tells one from another.
      writeFileSync(join(folder, 'entry'), entry);
    }
    const context = { ...PLAIN_ASSEMBLY, ...input.context };
    const app = await makeApp(context, input.outdir, () => Promise.resolve(placeholders));
    // A picture of the app, for tools.
    app.node.tryRemoveChild('Tree');
    return { stacks: app.synth().stacks.map((stack) => stack.stackName) };
  } catch (error) {
    if (!(error instanceof Error)) return { failed: String(error) };
    return error.name === 'WrongSetting' ? { wrongSettings: error.message } : { failed: error.message };
  }
}

answerOnce(synthesise);
