/** Keeps dynoxide's stream records few and fast to find. */
import { existsSync } from 'node:fs';
import { messageOf } from '../runner-error.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Keeps dynoxide's streams fast. It finds the next record by scanning all of them, so writes slow down as a
 * stream grows (from 1,600 per second to 300 after 30,000 records). Two indexes keep them at 2,000. Records
 * older than 24 h are deleted, as in DynamoDB. Call it while dynoxide is idle: before it starts, or right
 * after its tables are created.
 *
 * @returns the error, if any: a slow stream is no reason not to start.
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
