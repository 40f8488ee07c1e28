/** Bundles a group of the service's functions in a separate process that exits afterwards. */
import { rm } from 'node:fs/promises';
import { importCachedBundles } from '../../lib/bundling/import-linked-app.ts';
import { scratchFolder, stateOf } from '../../lib/bundling/kept-folder.ts';
import { keptLinkedGroup, type LinkedGroup } from '../../lib/bundling/linked-groups.ts';

/**
 * Bundles a group of functions if their bundles don't exist yet.
 * @returns the folder with the bundles
 */
export async function bundleGroup(group: LinkedGroup): Promise<string> {
  const scratch = await scratchFolder();
  try {
    const before = stateOf(keptLinkedGroup(group));
    const { keptLinkedFolder } = await importCachedBundles(scratch, group);
    return await keptLinkedFolder(group, before);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
