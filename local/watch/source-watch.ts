/** Watches the repository's source files for changes. */
import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../running-services.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Folders that contain the sources of the service and the runner. */
const FOLDERS = ['bin', 'cli', 'console', 'docs', 'lambdas', 'lib', 'local', 'packages/forms'];

/** Matches source files, but not editors' temporary files. */
const SOURCE = /\.(?:ts|tsx|js|css|md|svg|json)$/;

/** Milliseconds to wait before reporting a change, because saving one file often causes several events. */
const SETTLE_MILLISECONDS = 30;

/**
 * Starts watching.
 * @param onChange called with the changed, new and deleted files as paths relative to the repository, for
 *   example `lambdas/core/ids.ts`
 */
export function watchSources(onChange: (paths: readonly string[]) => void): Service {
  // Watch each folder separately, because on Linux, Node's recursive watch creates a watcher per file, which
  // takes 18 MB of memory.
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const report = (): void => {
    timer = undefined;
    const paths = [...changed];
    changed = new Set();
    onChange(paths);
  };
  const note = (path: string): void => {
    if (!SOURCE.test(path)) return;
    changed.add(path);
    timer ??= setTimeout(report, SETTLE_MILLISECONDS);
  };
  const add = (folder: string, isNew = false): void => {
    if (watchers.has(folder)) return;
    const watcher = watch(join(ROOT, folder), { persistent: false }, (_event, name) => {
      if (name === null) return;
      const path = `${folder}/${name}`;
      if (isFolder(path)) add(path, true);
      else note(path);
    });
    watchers.set(folder, watcher);
    const end = (): void => {
      watcher.close();
      watchers.delete(folder);
    };
    // Stop watching on errors, because deleting a watched folder causes an error on Windows.
    watcher.on('error', end);
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) add(`${folder}/${entry.name}`, isNew);
      else if (isNew) note(`${folder}/${entry.name}`);
    }
  };
  for (const folder of FOLDERS) add(folder);
  return {
    stop: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
      return Promise.resolve();
    },
  };
}

const isFolder = (path: string): boolean =>
  statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
