/** The folder that holds everything that the runner keeps, and the lock on it. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { RunnerError, messageOf } from './runner-error.ts';
import type { Service } from './running-services.ts';

const JOURNAL = 'runner.db';

/**
 * The folder that holds everything a runner keeps (default `.local`), and its journal: a small SQLite database for
 * the runner's own memory (executions, stream checkpoints).
 *
 * The journal is opened exclusively, which makes it the folder's lock as well: the operating system gives it up with
 * the process, however that ends, so there is no stale lock to clean up after a `kill -9`.
 */
export class RunnerFolder implements Service {
  readonly path: string;
  readonly journal: DatabaseSync;

  private constructor(folder: string, journal: DatabaseSync) {
    this.path = folder;
    this.journal = journal;
  }

  /**
   * @param options.fresh empties the folder first, but only one that a runner made.
   * @throws RunnerError when another runner uses the folder, or when it must not be emptied.
   */
  static async open(folder: string, options: { fresh?: boolean } = {}): Promise<RunnerFolder> {
    const absolute = path.resolve(folder);
    const journalFile = path.join(absolute, JOURNAL);
    if (existsSync(absolute) && !existsSync(journalFile) && readdirSync(absolute).length > 0) {
      throw new RunnerError(`${absolute} holds other files: set SVC_LOCAL_DIR to an empty or a new folder`);
    }
    mkdirSync(absolute, { recursive: true, mode: 0o700 });
    const { DatabaseSync: Database } = await import('node:sqlite');
    const journal = new Database(journalFile);
    try {
      journal.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      journal.exec('BEGIN IMMEDIATE; COMMIT');
    } catch (cause) {
      journal.close();
      if (!/locked|busy/i.test(messageOf(cause))) throw cause;
      throw new RunnerError(`another runner already uses ${absolute}: stop it, or set SVC_LOCAL_DIR`, {
        cause,
      });
    }
    if (options.fresh) empty(absolute, journal);
    return new RunnerFolder(absolute, journal);
  }

  /** The path of a subfolder, made if it is missing. */
  subfolder(name: string): string {
    const folder = path.join(this.path, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The path of a file in the folder. */
  file(name: string): string {
    return path.join(this.path, name);
  }

  /** Writes a JSON file that only the owner may read: it may hold keys. */
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
