/** Delivers messages from a queue to a function. */
import { setTimeout as sleep } from 'node:timers/promises';
import { REGION } from '../aws-names.ts';
import { messageOf } from '../runner-error.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import type { Service } from '../running-services.ts';
import type { LocalQueue, ReceivedMessage } from '../sqs/local-queue.ts';
import { failedItems, type EventSourceMapping } from './event-source-mapping.ts';

/**
 * Initial number of concurrent batches per queue. Lambda starts with five and adds up to 300 per minute while
 * messages are waiting.
 */
const FIRST_CONCURRENCY = 5;
const MORE_PER_SECOND = 5;
/** Maximum concurrency for mappings that don't set one. */
const DEFAULT_MAXIMUM = 20;
const LONG_POLL_SECONDS = 20;

/**
 * Delivers messages from a queue to a function, as Lambda does. Processed messages are deleted. Failed
 * messages become visible again after the queue's visibility timeout, so that its redrive policy counts the
 * attempts. As on Lambda, messages that the filter rejects are deleted.
 */
export function pollQueue(mapping: EventSourceMapping, queue: LocalQueue, fn: LocalFunction): Service {
  const stopping = new AbortController();
  const stopped = (): boolean => stopping.signal.aborted;
  const maximum = mapping.maximumConcurrency ?? DEFAULT_MAXIMUM;
  const pollers = new Set<Promise<void>>();
  let waiting = 0;
  const poll = async (): Promise<void> => {
    while (!stopped()) {
      try {
        waiting += 1;
        const messages = await receiveBatch(mapping, queue, stopped).finally(() => (waiting -= 1));
        if (messages.length === 0 && pollers.size > FIRST_CONCURRENCY) return;
        // If the runner stops before a message is processed, the message is received again later
        // (at-least-once delivery).
        if (messages.length > 0 && !stopped()) await handle(mapping, queue, fn, messages);
      } catch (error) {
        // Don't let errors stop the poller, because the queue's messages would then wait forever.
        console.error(`${mapping.id}: failed to poll the queue: ${messageOf(error)}`);
        await sleep(200);
      }
    }
  };
  const addPollers = (count: number): void => {
    for (const most = Math.min(pollers.size + count, maximum); pollers.size < most;) {
      const polling = poll().finally(() => pollers.delete(polling));
      pollers.add(polling);
    }
  };
  addPollers(FIRST_CONCURRENCY);
  const growing = setInterval(() => {
    if (waiting === 0) addPollers(MORE_PER_SECOND);
  }, 1000);
  return {
    stop: async () => {
      clearInterval(growing);
      stopping.abort();
      queue.endWaiting();
      await Promise.all(pollers);
    },
  };
}

/**
 * Receives one batch. Without a batching window, returns the messages that are available. With a batching
 * window, waits until the batch is full or the window closes.
 */
async function receiveBatch(
  mapping: EventSourceMapping,
  queue: LocalQueue,
  stopped: () => boolean,
): Promise<ReceivedMessage[]> {
  const batch = await queue.receive(mapping.batchSize, LONG_POLL_SECONDS);
  const closes = Date.now() + mapping.windowSeconds * 1000;
  while (batch.length > 0 && batch.length < mapping.batchSize && Date.now() < closes && !stopped()) {
    batch.push(...(await queue.receive(mapping.batchSize - batch.length, (closes - Date.now()) / 1000)));
  }
  return batch;
}

async function handle(
  mapping: EventSourceMapping,
  queue: LocalQueue,
  fn: LocalFunction,
  messages: readonly ReceivedMessage[],
): Promise<void> {
  const records = messages.map((message) => ({ message, record: toRecord(message, queue.arn) }));
  const wanted = records.filter(({ record }) => mapping.wants(forFilter(record)));
  const failed = new Set<string>();
  if (wanted.length > 0) {
    const traceHeaders = wanted.flatMap(({ message }) => message.traceHeader ?? []);
    const result = await fn.invoke({ Records: wanted.map(({ record }) => record) }, traceHeaders);
    const items = result.error ? 'all' : mapping.reportsItemFailures ? failedItems(result.payload) : [];
    for (const { record } of wanted) {
      if (items === 'all' || items.includes(record.messageId)) failed.add(record.messageId);
    }
  }
  for (const { message, record } of records) {
    if (!failed.has(record.messageId)) queue.delete(message.receiptHandle);
  }
}

function toRecord({ message, receiptHandle, traceHeader }: ReceivedMessage, queueArn: string) {
  return {
    messageId: message.messageId,
    receiptHandle,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.approximateReceiveCount),
      SentTimestamp: String(message.sentTimestamp),
      SenderId: 'local',
      ...(traceHeader !== undefined && { AWSTraceHeader: traceHeader }),
      ApproximateFirstReceiveTimestamp: String(message.approximateFirstReceiveTimestamp ?? Date.now()),
      ...(message.messageGroupId !== undefined && { MessageGroupId: message.messageGroupId }),
      ...(message.messageDeduplicationId !== undefined && {
        MessageDeduplicationId: message.messageDeduplicationId,
      }),
      ...(message.sequenceNumber !== undefined && { SequenceNumber: message.sequenceNumber }),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.messageAttributes).map(([name, value]) => [
        name,
        {
          stringValue: value.StringValue,
          binaryValue: value.BinaryValue,
          stringListValues: [],
          binaryListValues: [],
          dataType: value.DataType,
        },
      ]),
    ),
    md5OfBody: message.md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: REGION,
  };
}

/**
 * Returns the record with its JSON body parsed, so that the filter can match the body's fields. The function
 * itself always gets the body as text.
 */
function forFilter(record: ReturnType<typeof toRecord>): unknown {
  try {
    return { ...record, body: JSON.parse(record.body) as unknown };
  } catch {
    return record;
  }
}
