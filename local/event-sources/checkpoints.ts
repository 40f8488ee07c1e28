/** Stores the position of each event source mapping in each shard of a stream. */
import type { DatabaseSync } from 'node:sqlite';

/**
 * Positions of the mappings in each shard, stored in the runner's journal. A checkpoint is only written after
 * the records before it have been handled. If the runner is killed, some records may be delivered twice, but
 * none are lost.
 */
export class Checkpoints {
  readonly #read;
  readonly #write;

  constructor(journal: DatabaseSync) {
    journal.exec(`CREATE TABLE IF NOT EXISTS checkpoints (
      mapping TEXT NOT NULL, shard TEXT NOT NULL, sequence_number TEXT NOT NULL, PRIMARY KEY (mapping, shard)
    )`);
    this.#read = journal.prepare('SELECT sequence_number FROM checkpoints WHERE mapping = ? AND shard = ?');
    this.#write = journal.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)');
  }

  /**
   * Returns a mapping's position in a shard.
   * @param shard the stream's ARN and the shard's id, because a recreated stream has the same shard ids
   */
  get(mapping: string, shard: string): string | undefined {
    const row = this.#read.get(mapping, shard);
    return row === undefined ? undefined : String(row['sequence_number']);
  }

  set(mapping: string, shard: string, sequenceNumber: string): void {
    this.#write.run(mapping, shard, sequenceNumber);
  }
}
