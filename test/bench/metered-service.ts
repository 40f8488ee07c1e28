/** The service with every call of its functions counted: those of DynamoDB with their units, and the requests to others. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MeteredCall } from '../support/emulators/dynamodb-meter.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { startDynamoDbMeter } from './metered-dynamodb.ts';

export interface MeteredService {
  readonly service: RunningService;
  /** The calls of DynamoDB since the last time. */
  takeCalls(): MeteredCall[];
  /** A line for each invocation and for each request to another service than DynamoDB, since they were last forgotten. */
  requests(): string[];
  forgetRequests(): void;
  stop(): Promise<void>;
}

/** @param env more variables of the runner */
export async function startMeteredService(env: Record<string, string> = {}): Promise<MeteredService> {
  const meter = await startDynamoDbMeter();
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-requests-'));
  const file = join(folder, 'requests');
  const service = await startService({
    env: {
      DYNAMODB_ENDPOINT: meter.endpoint,
      NODE_OPTIONS: `--import=${pathToFileURL('test/bench/request-meter.ts').href}`,
      BENCH_REQUESTS_FILE: file,
      ...env,
    },
  });
  return {
    service,
    takeCalls: () => meter.take(),
    requests: () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []),
    forgetRequests: () => rmSync(file, { force: true }),
    async stop() {
      await service.stop();
      await meter.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
