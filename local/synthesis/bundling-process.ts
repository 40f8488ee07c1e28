/** A process of its own: bundles a group of functions and tells the runner where they are. */
import { rm } from 'node:fs/promises';
import { importKeptBundles } from '../../lib/bundling/import-linked-app.ts';
import { scratchFolder } from '../../lib/bundling/kept-folder.ts';
import type { LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { messageOf } from '../runner-error.ts';
import { answerOnce } from './run-process.ts';

export interface BundlingInput {
  readonly group: LinkedGroup;
}

/** The folder of the bundles, or why there is none. */
export type BundlingResult = { readonly folder: string } | { readonly failed: string };

async function bundle({ group }: BundlingInput): Promise<BundlingResult> {
  const scratch = await scratchFolder();
  try {
    const { keptLinkedFolder } = await importKeptBundles(scratch, group);
    return { folder: await keptLinkedFolder(group) };
  } catch (error) {
    return { failed: messageOf(error) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

answerOnce(bundle);
