/** Starts a process that bundles a group of functions and reports their location to the runner. */
import type { LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { messageOf } from '../runner-error.ts';
import { bundleGroup } from './bundle-group.ts';
import { answerOnce, lowerPriority } from './run-process.ts';

export interface BundlingInput {
  readonly group: LinkedGroup;
}

/** The folder with the bundles, or the reason that bundling failed. */
export type BundlingResult = { readonly folder: string } | { readonly failed: string };

/**
 * Bundling has a low priority because startup mostly waits for the single-threaded synthesis. Later, the
 * running service takes precedence.
 */
const NICENESS = { first: 2, later: 10 };

async function bundle({ group }: BundlingInput): Promise<BundlingResult> {
  lowerPriority(NICENESS[group]);
  return bundleGroup(group).then(
    (folder) => ({ folder }),
    (error: unknown) => ({ failed: messageOf(error) }),
  );
}

answerOnce(bundle);
