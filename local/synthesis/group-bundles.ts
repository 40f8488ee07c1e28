/** Finds the bundles of a function group in the cache, and bundles missing ones in a separate process. */
import { findLinkedGroup, type LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Steps } from '../steps.ts';
import type { BundlingInput, BundlingResult } from './bundling-process.ts';
import type { GroupBundles } from './function-code.ts';
import { runProcess } from './run-process.ts';

async function bundleApart(group: LinkedGroup): Promise<string> {
  const input: BundlingInput = { group };
  const result = await runProcess<BundlingResult>('bundling-process', input).catch((error: unknown) => ({
    failed: messageOf(error),
  }));
  if ('folder' in result) return result.folder;
  const message = result.failed.trim().replaceAll(/\s*\n\s*/g, ' ');
  throw new RunnerError(`failed to bundle the functions: ${message}`);
}

const STEP_OF = { first: 'Building the first functions', later: 'Building the other functions' };

/** Returns cached bundles. Builds missing bundles as a startup step. */
export const keptBundlesIn = (steps: Steps): GroupBundles => ({
  find: findLinkedGroup,
  bundle: (group) => steps.run(STEP_OF[group], () => bundleApart(group)),
});
