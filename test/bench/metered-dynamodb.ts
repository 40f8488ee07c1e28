/** Starts a separate DynamoDB emulator for a benchmark and meters the calls to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '../../local/dynamodb/dynamodb-emulator.ts';
import { meterOf, type DynamoDbMeter } from '../support/emulators/dynamodb-meter.ts';

/** Starts a DynamoDB emulator with an empty database, behind a meter. */
export async function startDynamoDbMeter(): Promise<DynamoDbMeter> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-dynamodb-'));
  const emulator = await startDynoxide(join(folder, 'dynamodb.db'), join(folder, 'dynamodb.log'));
  const meter = await meterOf(emulator.endpoint);
  return {
    ...meter,
    async stop() {
      await meter.stop();
      await emulator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
