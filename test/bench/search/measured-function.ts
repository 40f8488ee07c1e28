/** Starts a bundled function in a separate process and measures its calls. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { keptBundles } from '../../../lib/bundling/kept-bundles.ts';
import { gatewayEvent, type SentRequest } from '../../support/service/gateway-event.ts';

const answer = z.object({
  result: z.object({
    statusCode: z.number(),
    body: z.string(),
    isBase64Encoded: z.boolean().optional(),
    headers: z.record(z.string(), z.unknown()),
  }),
  ms: z.number(),
  cpuMs: z.number(),
  peakMegabytes: z.number(),
});

export interface MeasuredCall {
  readonly status: number;
  readonly body: unknown;
  readonly ms: number;
  readonly cpuMs: number;
  /** The process's peak memory since it started, in megabytes. */
  readonly peakMegabytes: number;
}

/**
 * Starts the function with this process's environment.
 * @param entry path of the handler file relative to `lambdas`, without `.ts`
 * @param megabytes memory of the function, from which the limits of the JavaScript heap are calculated as in
 *   Lambda's Node.js runtimes: 5% for each half of the young generation, and 90% for the old one
 */
export async function startMeasuredFunction(
  entry: string,
  megabytes: number,
): Promise<{ call(request: SentRequest): Promise<MeasuredCall>; stop(): Promise<void> }> {
  const bundle = join((await keptBundles()).get(entry) ?? '', 'index.mjs');
  const child = fork(new URL('function-process.ts', import.meta.url), [bundle], {
    execArgv: [
      `--max-semi-space-size=${Math.floor(megabytes * 0.05)}`,
      `--max-old-space-size=${Math.floor(megabytes * 0.9)}`,
    ],
  });
  await once(child, 'message');
  return {
    async call(request) {
      const replied = once(child, 'message');
      child.send(gatewayEvent(request));
      const [{ result, ...figures }] = z
        .tuple([answer])
        .rest(z.unknown())
        .parse(await replied);
      const sent = Buffer.from(result.body, result.isBase64Encoded === true ? 'base64' : 'utf8');
      const text = result.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      return { status: result.statusCode, body: JSON.parse(text.toString()) as unknown, ...figures };
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
