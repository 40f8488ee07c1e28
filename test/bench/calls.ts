/** DynamoDB calls and consumed units of one accepted submission, from the post to the delivered webhook. */
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { startDynamoDbMeter, type MeteredCall } from './dynamodb-meter.ts';

export async function benchCalls(): Promise<void> {
  const meter = await startDynamoDbMeter();
  const service = await startService({ env: { DYNAMODB_ENDPOINT: meter.endpoint } });
  const receiver = await startReceiver();
  const { id, slug } = service.outputs.form;

  const measure = async (
    title: string,
    headers: Record<string, string>,
    settled: () => Promise<unknown>,
    body: URLSearchParams | FormData = new URLSearchParams({ name: 'Ada', message: 'Hello' }),
  ) => {
    meter.take();
    const answer = await fetch(`${service.baseUrl}/v1/f/${slug}`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
    await settled();
    print(title, meter.take());
  };

  const nothing = (): Promise<void> => Promise.resolve();
  await measure('plain post', {}, nothing);
  await measure(
    'with a submission key',
    { authorization: `Bearer ${service.outputs.submission_key}` },
    nothing,
  );
  await measure('with an Idempotency-Key', { 'idempotency-key': 'bench' }, nothing);
  const withFile = new FormData();
  withFile.set('file', new Blob([new Uint8Array(1_048_576)]), 'megabyte.bin');
  await measure('with a 1 MB file', {}, nothing, withFile);
  await pause(500);
  await service.manage('POST', `/v1/forms/${id}/webhooks`, { url: receiver.url });
  await measure('plain post, delivered to one webhook', {}, async () => {
    await receiver.until(1);
    // The sender records the answer after it.
    await pause(500);
  });
  await service.stop();
  await receiver.stop();
  await meter.stop();
}

function print(title: string, calls: readonly MeteredCall[]): void {
  const isRead = ({ operation }: MeteredCall): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation);
  const sum = (of: readonly MeteredCall[]): number => of.reduce((total, { units }) => total + units, 0);
  console.log(
    `${title}: ${calls.length} calls, ${sum(calls.filter(isRead))} read units, ` +
      `${sum(calls.filter((call) => !isRead(call)))} write units`,
  );
  for (const { operation, tables, units } of calls) {
    console.log(`    ${operation.padEnd(18)} ${String(units).padStart(4)}  ${tables.join(', ')}`);
  }
}
