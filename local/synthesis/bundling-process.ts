/** Starts a process that bundles a group of functions and reports the bundles' folder to the runner. */
import type { LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { messageOf } from '../runner-error.ts';
import { bundleGroup } from './bundle-group.ts';
import { answerOnce, lowerPriority } from './run-process.ts';

export interface BundlingInput {
  readonly group: LinkedGroup;
}

/** The folder with the bundles, or the reason why bundling failed. */
export type BundlingResult = { readonly folder: string } | { readonly failed: string };

/**
 * Bundling has a low priority, because during startup the single-threaded synthesis takes longest, and later
 * the running service is more important.
 */
const NICENESS = { first: 2, later: 5 };

async function bundle({ group }: BundlingInput): Promise<BundlingResult> {
  lowerPriority(NICENESS[group]);
  return bundleGroup(group).then(
    (folder) => ({ folder }),
    (error: unknown) => ({ failed: messageOf(error) }),
  );
}

answerOnce(bundle);
