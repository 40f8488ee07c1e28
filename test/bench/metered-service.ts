/**
 * Starts the service and records all calls that its functions make: DynamoDB calls with their units, and
 * requests to other services.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MeteredCall } from '../support/emulators/dynamodb-meter.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { startDynamoDbMeter } from './metered-dynamodb.ts';

export interface MeteredService {
  readonly service: RunningService;
  /** Returns the DynamoDB calls made since this function was last called. */
  takeCalls(): MeteredCall[];
  /**
   * Returns a line for each invocation since the last reset, and for each request to a service other than
   * DynamoDB.
   */
  requests(): string[];
  forgetRequests(): void;
  stop(): Promise<void>;
}

/**
 * Starts the service with meters.
 * @param env additional environment variables for the runner
 */
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
