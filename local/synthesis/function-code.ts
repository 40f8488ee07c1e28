/**
 * Locates the local code of the service's functions, which is bundled in two groups. The second group is
 * bundled while the service is running.
 */
import { symlinkSync } from 'node:fs';
import { bundleFolder } from '../../lib/bundling/bundle-folder.ts';
import { touch } from '../../lib/bundling/kept-folder.ts';
import { linkedGroupOf, type LinkedGroup } from '../../lib/bundling/linked-groups.ts';
import type { Rebuilt } from '../../lib/bundling/changed-functions.ts';

/** Finds and creates the bundles of a function group. */
export interface GroupBundles {
  /** Returns the folder with the function group's bundles, or undefined if the bundles don't exist. */
  readonly find: (group: LinkedGroup) => Promise<string | undefined>;
  /** @throws RunnerError if a function can't be bundled */
  readonly bundle: (group: LinkedGroup) => Promise<string>;
}

/** Locates the functions' code, which may not have been bundled yet. */
export class FunctionCode {
  readonly #folders: Record<LinkedGroup, string>;
  readonly #made = Promise.withResolvers<undefined>();
  #isComplete: boolean;

  readonly #bundle: GroupBundles['bundle'];
  /** Function entries, keyed by the code folder that the stack specifies. */
  readonly #entries = new Map<string, string>();
  /** Folders with newer code, keyed by function entry. */
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
   * Prepares the code, and bundles the first group if necessary.
   * @param link path that will point to the second group's bundles if they are created while the service is
   *   running
   * @throws RunnerError if a function of the first group can't be bundled
   */
  static async prepare(link: string, { find, bundle }: GroupBundles): Promise<FunctionCode> {
    const first = (await find('first')) ?? (await bundle('first'));
    const later = await find('later');
    return new FunctionCode(first, { folder: later ?? link, isThere: later !== undefined }, bundle);
  }

  /**
   * Returns the folder with a function's code.
   * @param entry the function's entry, such as `forms/create-form`
   */
  folderOf(entry: string): string {
    const folder = bundleFolder(this.#folders[linkedGroupOf(entry)], entry);
    this.#entries.set(folder, entry);
    return folder;
  }

  /** Replaces the code of the rebuilt functions. */
  replace({ folder, entries }: Rebuilt): void {
    for (const entry of entries) this.#newer.set(entry, folder);
  }

  /**
   * Returns the folder with a function's newest code.
   * @param folder as returned by `folderOf`
   */
  newestOf(folder: string): string {
    const entry = this.#entries.get(folder) ?? '';
    const newer = this.#newer.get(entry);
    return newer === undefined ? folder : bundleFolder(newer, entry);
  }

  /**
   * Returns a promise that resolves when the function's folder contains code, or undefined if it already
   * does.
   */
  pendingAt(folder: string): Promise<void> | undefined {
    return this.#isComplete || this.newestOf(folder) !== folder || !folder.startsWith(this.#folders.later)
      ? undefined
      : this.#made.promise;
  }

  /**
   * Bundles the second group with low priority if necessary.
   * @throws RunnerError if a function can't be bundled. Calls to the group's functions then fail.
   */
  async complete(): Promise<void> {
    if (this.#isComplete) return;
    try {
      const folder = await this.#bundle('later');
      // Use a junction on Windows, because creating any other type of link may require elevated privileges.
      symlinkSync(folder, this.#folders.later, 'junction');
      this.#folders.later = folder;
    } finally {
      this.#isComplete = true;
      this.#made.resolve(undefined);
    }
  }

  /** Marks the bundles as used, so that they are not deleted. */
  async touch(): Promise<void> {
    const folders = new Set([...Object.values(this.#folders), ...this.#newer.values()]);
    await Promise.all(Array.from(folders, (folder) => touch(folder)));
  }
}
