/** Deletes old stream records from dynoxide and adds indexes that speed up reads. */
import { existsSync } from 'node:fs';
import { messageOf } from '../runner-error.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Keeps dynoxide's streams fast. Without indexes, dynoxide scans a whole stream to find a record, so writes
 * slow down as the stream grows: from 1,600 per second to 300 after 30,000 records. This function adds two
 * indexes that keep the rate at 2,000 writes per second. It also deletes records older than 24 h, as DynamoDB
 * does. Call this while dynoxide is idle: before it starts, or right after its tables are created.
 *
 * @returns the error message, if any. The error isn't thrown, because a slow stream shouldn't prevent
 *   startup.
 */
export async function maintainStreamRecords(databaseFile: string): Promise<string | undefined> {
  if (!existsSync(databaseFile)) return undefined;
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(databaseFile, { timeout: 2000 });
  try {
    database.exec(`
      CREATE INDEX IF NOT EXISTS local_stream_by_table
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS local_stream_by_shard
        ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
    `);
    database
      .prepare('DELETE FROM _stream_records WHERE created_at < ?')
      .run(Math.floor(Date.now() / 1000) - DAY_SECONDS);
    return undefined;
  } catch (error) {
    return `streams will be slow: ${messageOf(error)}`;
  } finally {
    database.close();
  }
}
