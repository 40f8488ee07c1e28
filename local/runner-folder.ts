/** Manages the folder that contains all of the runner's data, and its lock. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { noteVersion } from './folder-version.ts';
import { RunnerError, messageOf } from './runner-error.ts';
import type { Service } from './running-services.ts';

const JOURNAL = 'runner.db';

/**
 * The folder that contains all of a runner's data (`.local` by default). The journal is a small SQLite
 * database for the runner's own state, such as executions and stream checkpoints.
 *
 * The journal is opened exclusively, so it also locks the folder. The operating system releases the lock when
 * the process exits for any reason, so no stale lock is left after a `kill -9`.
 */
export class RunnerFolder implements Service {
  readonly path: string;
  readonly journal: DatabaseSync;

  private constructor(folder: string, journal: DatabaseSync) {
    this.path = folder;
    this.journal = journal;
  }

  /**
   * Opens the folder, and creates it if it doesn't exist.
   * @param options.fresh empties the folder first, but only if a runner created it
   * @param options.version version of this service, which is recorded in the folder
   * @throws RunnerError if another runner is using the folder, if a newer version wrote the folder's data, or
   *   if the folder must not be emptied
   */
  static async open(
    folder: string,
    options: { fresh?: boolean; version?: string } = {},
  ): Promise<RunnerFolder> {
    const absolute = path.resolve(folder);
    const journalFile = path.join(absolute, JOURNAL);
    if (existsSync(absolute) && !existsSync(journalFile) && readdirSync(absolute).length > 0) {
      throw new RunnerError(`${absolute} contains other files; set SVC_LOCAL_DIR to an empty or new folder`);
    }
    mkdirSync(absolute, { recursive: true, mode: 0o700 });
    accessSync(absolute, constants.W_OK);
    const { DatabaseSync: Database } = await import('node:sqlite');
    const journal = new Database(journalFile);
    try {
      journal.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      journal.exec('BEGIN IMMEDIATE; COMMIT');
    } catch (cause) {
      journal.close();
      if (!/locked|busy/i.test(messageOf(cause)))
        throw new RunnerError(`cannot write to ${journalFile} (${messageOf(cause)}); is the disk full?`, {
          cause,
        });
      throw new RunnerError(
        `another runner is already using ${absolute}; stop it, or set SVC_LOCAL_DIR to another folder`,
        {
          cause,
        },
      );
    }
    if (options.fresh) empty(absolute, journal);
    try {
      if (options.version !== undefined) noteVersion(absolute, options.version);
    } catch (error) {
      journal.close();
      throw error;
    }
    return new RunnerFolder(absolute, journal);
  }

  /** Returns the path of a subfolder, and creates it if it doesn't exist. */
  subfolder(name: string): string {
    const folder = path.join(this.path, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Returns the path of a file in the runner's folder. */
  file(name: string): string {
    return path.join(this.path, name);
  }

  /** Writes a JSON file that only the owner can read, because it may contain keys. */
  writeJson(name: string, value: unknown): void {
    rmSync(this.file(name), { force: true });
    writeFileSync(this.file(name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  }

  stop(): Promise<void> {
    if (this.journal.isOpen) this.journal.close();
    return Promise.resolve();
  }
}

function empty(folder: string, journal: DatabaseSync): void {
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(JOURNAL)) rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
  const tables = journal.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name } of tables) journal.exec(`DROP TABLE "${String(name)}"`);
}
