/** A separate process that bundles a group of functions and tells the runner where they are. */
import type { LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { messageOf } from '../runner-error.ts';
import { bundleGroup } from './bundle-group.ts';
import { answerOnce, lowerPriority } from './run-process.ts';

export interface BundlingInput {
  readonly group: LinkedGroup;
}

/** The folder of the bundles, or why bundling failed. */
export type BundlingResult = { readonly folder: string } | { readonly failed: string };

/** Startup mostly waits for the single-threaded synthesis, and later the running service takes precedence. */
const NICENESS = { first: 2, later: 10 };

async function bundle({ group }: BundlingInput): Promise<BundlingResult> {
  lowerPriority(NICENESS[group]);
  return bundleGroup(group).then(
    (folder) => ({ folder }),
    (error: unknown) => ({ failed: messageOf(error) }),
  );
}

answerOnce(bundle);
