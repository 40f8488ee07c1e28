/** `GET /v1/health`: lets monitors check that the service is up. */
import { timestamp, type Clock } from '../../core/clock.ts';
import type { HealthView } from './health-view.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { health as operation } from './health-operations.ts';

/**
 * Responds without reading any data, so that a monitor only measures the API gateway and the Lambda function.
 */
export function health({ now, version }: { now: Clock; version: string }) {
  return (): HttpResponse => {
    const body: HealthView = { status: 'ok', version, time: timestamp(now()) };
    return { status: 200, body };
  };
}

const environment = readEnvironment('BASE_URL', 'SERVICE_VERSION');

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  health({ now: Date.now, version: environment.SERVICE_VERSION }),
);
