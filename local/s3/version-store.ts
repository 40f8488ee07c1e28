/**
 * Keeps old versions of a bucket's objects. s3rver doesn't support versions, so this module stores them in a
 * folder next to the bucket's current objects.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { hasCode } from '../runner-error.ts';

const storedVersion = z.object({
  id: z.string(),
  /** Unix time in milliseconds. */
  at: z.number(),
  /** True if this version marks the object as deleted. */
  isMarker: z.boolean(),
});
const storedKey = z.object({
  key: z.string(),
  /** Versions, newest first. The first version is the current one. */
  versions: z.array(storedVersion),
});
type StoredKey = z.infer<typeof storedKey>;

/** A version of an object, or a delete marker. */
export interface ObjectVersion extends z.infer<typeof storedVersion> {
  readonly key: string;
  readonly isLatest: boolean;
}

/** Reads, writes and deletes the bucket's current objects. */
export interface CurrentObjects {
  /** Returns the content of the current object, or undefined if there is none. */
  read(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  write(key: string, content: Readable): Promise<void>;
}

const INDEX = 'index.json';

/** Stores the versions of a bucket's objects in this folder. */
export class VersionStore {
  readonly #folder: string;
  readonly #current: CurrentObjects;
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor(folder: string, current: CurrentObjects) {
    this.#folder = folder;
    this.#current = current;
  }

  /**
   * Runs `write`, which replaces the current object, and keeps the replaced object as an old version. If
   * `write` fails, the current object stays.
   */
  put<Result>(key: string, write: () => Promise<Result>): Promise<Result> {
    return this.#exclusively(key, async () => {
      const { versions } = await this.#keepCurrent(key);
      try {
        const written = await write();
        await this.#save({ key, versions: [newVersion(false), ...versions] });
        return written;
      } catch (error) {
        await this.#makeCurrent(key, versions[0]);
        await this.#save({ key, versions });
        throw error;
      }
    });
  }

  /** Adds a delete marker and keeps the object that the marker hides. */
  hide(key: string): Promise<void> {
    return this.#exclusively(key, async () => {
      const stored = await this.#keepCurrent(key);
      await this.#current.remove(key);
      await this.#save({ key, versions: [newVersion(true), ...stored.versions] });
    });
  }

  /** Deletes a version permanently. If it was the current one, the version before it becomes current. */
  remove(key: string, id: string): Promise<void> {
    return this.#exclusively(key, async () => {
      const { versions } = await this.#keepCurrent(key);
      if (!versions.some((each) => each.id === id)) return;
      await rm(this.#contentPath(key, id), { force: true });
      const left = versions.filter((each) => each.id !== id);
      if (versions[0]?.id === id) {
        await this.#current.remove(key);
        await this.#makeCurrent(key, left[0]);
      }
      await this.#save({ key, versions: left });
    });
  }

  /** Returns all versions of the objects under a prefix, sorted by key, newest first. */
  async list(prefix: string): Promise<ObjectVersion[]> {
    const names = await readdir(this.#folder).catch(ignoreMissing([]));
    const keys = await Promise.all(names.map((name) => this.#read(path.join(this.#folder, name))));
    return keys
      .filter((each) => each !== undefined)
      .filter(({ key }) => key.startsWith(prefix))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap(({ key, versions }) =>
        versions.map((version, index) => ({ ...version, key, isLatest: index === 0 })),
      );
  }

  /** Returns the path of a version's content. Returns undefined for the current version and for markers. */
  async contentOf(key: string, id: string): Promise<string | undefined> {
    const versions = (await this.#read(this.#folderOf(key)))?.versions ?? [];
    const found = versions.findIndex((each) => each.id === id);
    return found > 0 && versions[found]?.isMarker === false ? this.#contentPath(key, id) : undefined;
  }

  /** Copies the current object to a file, so that it can be replaced. */
  async #keepCurrent(key: string): Promise<StoredKey> {
    const stored = (await this.#read(this.#folderOf(key))) ?? { key, versions: [] };
    const content = await this.#current.read(key);
    if (!content) return stored;
    const [latest] = stored.versions;
    // Objects stored before versioning was enabled have no entry yet.
    const version = latest && !latest.isMarker ? latest : newVersion(false);
    await mkdir(this.#folderOf(key), { recursive: true });
    await pipeline(content, createWriteStream(this.#contentPath(key, version.id)));
    return version === latest ? stored : { key, versions: [version, ...stored.versions] };
  }

  /** Copies a version's content to the bucket. */
  async #makeCurrent(key: string, version: StoredKey['versions'][number] | undefined): Promise<void> {
    if (!version || version.isMarker) return;
    await this.#current.write(key, createReadStream(this.#contentPath(key, version.id)));
  }

  async #save(stored: StoredKey): Promise<void> {
    const folder = this.#folderOf(stored.key);
    if (stored.versions.length === 0) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, INDEX), JSON.stringify(stored));
    const [latest] = stored.versions;
    // The bucket itself stores the content of the current version.
    if (latest) await rm(this.#contentPath(stored.key, latest.id), { force: true });
  }

  async #read(folder: string): Promise<StoredKey | undefined> {
    const text = await readFile(path.join(folder, INDEX), 'utf8').catch(ignoreMissing(undefined));
    return text === undefined ? undefined : storedKey.parse(JSON.parse(text));
  }

  /**
   * Returns the folder of an object's versions. Its name is a digest, because keys can be longer than a file
   * name.
   */
  #folderOf(key: string): string {
    return path.join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }

  #contentPath(key: string, id: string): string {
    return path.join(this.#folderOf(key), id);
  }

  async #exclusively<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#busy.get(key) ?? Promise.resolve();
    const running = before.catch(() => undefined).then(work);
    this.#busy.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#busy.get(key) === running) this.#busy.delete(key);
    }
  }
}

const newVersion = (isMarker: boolean) => ({ id: randomUUID(), at: Date.now(), isMarker });

function ignoreMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (hasCode(error, 'ENOENT')) return value;
    throw error;
  };
}
