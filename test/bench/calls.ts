/**
 * Counts the AWS calls and the read and write units that an accepted submission uses, from the request to the
 * webhook delivery or to an agent's event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startAgentCallback } from '../support/receivers/agent-callback.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import type { MeteredCall } from '../support/emulators/dynamodb-meter.ts';
import { agentRequest } from '../support/service/agent.ts';
import { startMeteredService } from './metered-service.ts';

/**
 * Milliseconds after which background work is assumed to be complete, because nothing signals its completion.
 */
const SETTLED_MS = 1000;

export async function benchCalls(): Promise<void> {
  const metered = await startMeteredService();
  const { service } = metered;
  const receiver = await startReceiver((count) => (count === 2 ? 500 : 200));
  const { id, slug } = service.outputs.form;

  const measure = async (
    title: string,
    {
      headers = {},
      body = new URLSearchParams({ name: 'Ada', message: 'Hello' }),
      settled = () => Promise.resolve(),
    }: {
      headers?: Record<string, string>;
      body?: URLSearchParams | FormData;
      settled?: () => Promise<unknown>;
    } = {},
  ) => {
    await pause(SETTLED_MS);
    metered.takeCalls();
    metered.forgetRequests();
    const response = await fetch(`${service.baseUrl}/v1/f/${slug}`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(await response.text());
    await settled();
    print(title, metered.takeCalls(), metered.requests());
  };
  const delivered = (count: number) => async (): Promise<void> => {
    await receiver.until(count);
    await pause(SETTLED_MS);
  };

  await measure('first post of an account in a month, until the 201');
  await measure('plain post, until the 201');
  await measure('with a submission key', {
    headers: { authorization: `Bearer ${service.outputs.submission_key}` },
  });
  await measure('with an Idempotency-Key', { headers: { 'idempotency-key': 'bench' } });
  const withFile = new FormData();
  withFile.set('file', new Blob([new Uint8Array(1_048_576)]), 'megabyte.bin');
  await measure('with a 1 MB file', { body: withFile });
  await measure('plain post without webhooks, including background work', {
    settled: () => pause(SETTLED_MS),
  });
  const callback = await startAgentCallback();
  const events = async (method: string): Promise<void> => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const { body, headers } = agentRequest(method, {
      name: 'submission.created',
      arguments: { form_id: id },
      delivery: { mode: 'webhook', url: callback.url, secret },
      cursor: null,
    });
    const response = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${service.outputs.management_key}`,
      },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (!answer.includes('"result"')) throw new Error(answer);
  };
  await events('events/subscribe');
  const notified = (count: number) => async (): Promise<void> => {
    await callback.until(count);
    await pause(SETTLED_MS);
  };
  await measure('sent to one agent, the first event of its subscription', { settled: notified(1) });
  await measure('sent to one agent', { settled: notified(2) });
  await events('events/unsubscribe');
  await callback.stop();
  const { body: webhook } = await service.manage('POST', `/v1/forms/${id}/webhooks`, { url: receiver.url });
  const setFilter = (filter: object | null) =>
    service.manage('PATCH', `/v1/webhooks/${webhook.id}`, { filter });
  await measure('delivered to one webhook', { settled: delivered(1) });
  await measure('delivered to one webhook at the second attempt', { settled: delivered(3) });
  const condition = (field: string) => ({ field, op: 'contains', value: 'a' });
  await setFilter({ all: [condition('name')] });
  await measure('delivered to one webhook with a filter', { settled: delivered(4) });
  await setFilter({
    any: Array.from({ length: 20 }, (_, index) => condition(index === 19 ? 'name' : `f${index}`)),
  });
  await measure('delivered to one webhook with a filter of 20 conditions', { settled: delivered(5) });
  await setFilter({ all: [{ field: 'name', op: 'equals', value: 'Eve' }] });
  await measure('withheld from one webhook by its filter', { settled: () => pause(SETTLED_MS) });
  console.log(
    'On AWS, each batch of up to ten queue messages also costs a ReceiveMessage and a DeleteMessage call.',
  );
  await metered.stop();
  await receiver.stop();
}

function print(title: string, calls: readonly MeteredCall[], requests: readonly string[]): void {
  const isRead = ({ operation }: MeteredCall): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation);
  const sum = (of: readonly MeteredCall[]): number => of.reduce((total, { units }) => total + units, 0);
  console.log(
    `${title}: ${calls.length + requests.length} calls, ${sum(calls.filter(isRead))} read units, ` +
      `${sum(calls.filter((call) => !isRead(call)))} write units`,
  );
  for (const { operation, tables, units } of calls) {
    console.log(`    ${operation.padEnd(18)} ${String(units).padStart(4)}  ${tables.join(', ')}`);
  }
  for (const request of requests) console.log(`    ${request}`);
}
