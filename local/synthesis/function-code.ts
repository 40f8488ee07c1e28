/**
 * The code of the service's functions on this machine, as bundles in two groups. The second group is created
 * while the service is running.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { touch } from '../../lib/bundling/kept-folder.ts';
import { findLinkedGroup, linkedGroupOf, type LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Steps } from '../steps.ts';
import type { Rebuilt } from '../../lib/bundling/changed-functions.ts';
import type { BundlingInput, BundlingResult } from './bundling-process.ts';
import { runProcess } from './run-process.ts';

/** Finds and creates the bundles of a group. */
export interface GroupBundles {
  /** Returns their folder if it exists. */
  readonly find: (group: LinkedGroup) => Promise<string | undefined>;
  /** @throws RunnerError when a function can't be bundled */
  readonly bundle: (group: LinkedGroup) => Promise<string>;
}

/** Where the functions' code is or will be. */
export class FunctionCode {
  readonly #folders: Record<LinkedGroup, string>;
  readonly #made = Promise.withResolvers<undefined>();
  #isComplete: boolean;

  readonly #bundle: GroupBundles['bundle'];
  /** Functions by the folder that the stack names. */
  readonly #entries = new Map<string, string>();
  /** Folders with newer code, by function. */
  readonly #newer = new Map<string, string>();

  private constructor(
    first: string,
    later: { readonly folder: string; readonly isThere: boolean },
    bundle: GroupBundles['bundle'],
  ) {
    this.#folders = { first, later: later.folder };
    this.#isComplete = later.isThere;
    this.#bundle = bundle;
  }

  /**
   * @param link a path that will lead to the second group's bundles, if they are created while the service is
   * running
   * @throws RunnerError when a function of the first group can't be bundled
   */
  static async prepare(link: string, { find, bundle }: GroupBundles): Promise<FunctionCode> {
    const first = (await find('first')) ?? (await bundle('first'));
    const later = await find('later');
    return new FunctionCode(first, { folder: later ?? link, isThere: later !== undefined }, bundle);
  }

  /** @param entry a function, for example `forms/create-form` */
  folderOf(entry: string): string {
    const folder = join(this.#folders[linkedGroupOf(entry)], entry);
    this.#entries.set(folder, entry);
    return folder;
  }

  /** Uses these bundles as the code of their functions. */
  replace({ folder, entries }: Rebuilt): void {
    for (const entry of entries) this.#newer.set(entry, folder);
  }

  /** @param folder a function's folder, as returned by `folderOf` */
  newestOf(folder: string): string {
    const entry = this.#entries.get(folder) ?? '';
    const newer = this.#newer.get(entry);
    return newer === undefined ? folder : join(newer, entry);
  }

  /** Resolves when a function's folder contains code; undefined if it already does. */
  pendingAt(folder: string): Promise<void> | undefined {
    return this.#isComplete || this.newestOf(folder) !== folder || !folder.startsWith(this.#folders.later)
      ? undefined
      : this.#made.promise;
  }

  /**
   * Creates missing bundles with low priority.
   * @throws RunnerError when a function can't be bundled; calls of these functions then find no code and fail
   */
  async complete(): Promise<void> {
    if (this.#isComplete) return;
    try {
      const folder = await this.#bundle('later');
      // On Windows, every user can create this kind of link.
      symlinkSync(folder, this.#folders.later, 'junction');
      this.#folders.later = folder;
    } finally {
      this.#isComplete = true;
      this.#made.resolve(undefined);
    }
  }

  /** Keeps it from being deleted as unused. */
  async touch(): Promise<void> {
    const folders = new Set([...Object.values(this.#folders), ...this.#newer.values()]);
    await Promise.all(Array.from(folders, (folder) => touch(folder)));
  }
}

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

/** Uses cached bundles. Builds missing ones as a step of the start. */
export const keptBundlesIn = (steps: Steps): GroupBundles => ({
  find: findLinkedGroup,
  bundle: (group) => steps.run(STEP_OF[group], () => bundleApart(group)),
});
