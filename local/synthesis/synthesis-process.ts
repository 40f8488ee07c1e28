/** Synthesizes the service's CDK app in a separate process and reports the result to the runner. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importLinkedApp } from '../../lib/bundling/import-linked-app.ts';
import { answerOnce } from './run-process.ts';

export interface SynthesisInput {
  readonly context: Readonly<Record<string, unknown>>;
  readonly outdir: string;
  /** An empty folder below the installed packages, for temporary files. */
  readonly scratch: string;
  /**
   * Parent folder of the placeholder folders that replace the functions' code. Each placeholder is named
   * after a function's entry.
   */
  readonly placeholders: string;
}

/** The names of the stacks, or one line for each invalid stage setting. */
export type SynthesisResult =
  { readonly stacks: string[] } | { readonly wrongSettings: string } | { readonly failed: string };

/** Omits parts of the assembly that only developers and CDK's tools use, because writing them takes time. */
const PLAIN_ASSEMBLY = {
  // Prevents CDK from copying the placeholders.
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-stack-trace': true,
  'aws:cdk:version-reporting': false,
  // Don't print warnings, because they only matter for deployments.
  '@aws-cdk/core:annotationsInValidationReport': false,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

async function synthesise(input: SynthesisInput): Promise<SynthesisResult> {
  try {
    const { makeApp, bundlesIn } = await importLinkedApp(input.scratch);
    const placeholders = bundlesIn(input.placeholders);
    for (const [entry, folder] of placeholders) {
      mkdirSync(folder, { recursive: true });
      // CDK identifies assets by their content, so the placeholders must all be different.
      writeFileSync(join(folder, 'entry'), entry);
    }
    const context = { ...PLAIN_ASSEMBLY, ...input.context };
    const app = await makeApp(context, input.outdir, () => Promise.resolve(placeholders));
    // Removes the construct tree, which only CDK's tools read.
    app.node.tryRemoveChild('Tree');
    return { stacks: app.synth().stacks.map((stack) => stack.stackName) };
  } catch (error) {
    if (!(error instanceof Error)) return { failed: String(error) };
    return error.name === 'WrongSetting' ? { wrongSettings: error.message } : { failed: error.message };
  }
}

answerOnce(synthesise);
