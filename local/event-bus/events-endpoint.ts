/**
 * Provides an EventBridge endpoint that passes events from an unmodified `EventBridgeClient` to the stack's
 * buses.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { messageOf } from '../runner-error.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import type { Service } from '../running-services.ts';
import type { EventBus } from './event-bus.ts';

const entry = z.object({
  EventBusName: z.string().default('default'),
  Source: z.string().default(''),
  DetailType: z.string().default(''),
  Detail: z.string().default(''),
  Resources: z.array(z.string()).default([]),
  /** Unix time, in seconds. */
  Time: z.number().optional(),
});
type Entry = z.infer<typeof entry>;
const putEvents = z.object({ Entries: z.array(entry).min(1).max(10) });

/** EventBridge's limit for the total size of the entries in one call, in bytes. */
const MAXIMUM_BYTES = 262_144;
/** Number of bytes that EventBridge counts for an entry's timestamp, regardless of its format. */
const TIME_BYTES = 14;

interface EntryResult {
  readonly EventId?: string;
  readonly ErrorCode?: string;
  readonly ErrorMessage?: string;
}

/**
 * An endpoint that starts listening before the event buses are known. Once `serve` is called, the endpoint
 * sends events to the buses.
 */
export interface EventsEndpoint extends Service {
  readonly endpoint: string;
  serve(bus: Pick<EventBus, 'put'>): void;
}

/** Starts an endpoint on the loopback interface for an unmodified `EventBridgeClient`. */
export async function listenForEventBridge(): Promise<EventsEndpoint> {
  let bus: Pick<EventBus, 'put'> | undefined;
  const server = createServer((message, response) => void respond(message, response, () => bus));
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    serve: (loaded) => {
      bus = loaded;
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  busOf: () => Pick<EventBus, 'put'> | undefined,
): Promise<void> {
  const respondWith = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  };
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const bus = busOf();
    if (bus === undefined) throw new Error('the runner is starting');
    const target = String(message.headers['x-amz-target']);
    if (target !== 'AWSEvents.PutEvents') throw new Error(`the local runner does not support ${target}`);
    const { Entries } = putEvents.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (Entries.reduce((sum, each) => sum + bytesOf(each), 0) > MAXIMUM_BYTES)
      throw new Error('Total size of the entries in the request is over the limit.');
    const results = Entries.map((each) => put(each, bus));
    const failed = results.filter(({ ErrorCode }) => ErrorCode !== undefined);
    respondWith(200, { FailedEntryCount: failed.length, Entries: results });
  } catch (error) {
    respondWith(400, { __type: 'ValidationException', message: messageOf(error) });
  }
}

function put({ EventBusName, Source, DetailType, Detail, ...rest }: Entry, bus: Pick<EventBus, 'put'>) {
  const detail = jsonObject(Detail);
  if (Source === '' || DetailType === '')
    return failure('InvalidArgument', 'Source and DetailType are needed.');
  if (Source.startsWith('aws.'))
    return failure('NotAuthorizedForSourceException', 'Not authorized for the source.');
  if (detail === undefined) return failure('MalformedDetail', 'Detail is malformed.');
  const EventId = bus.put({
    bus: EventBusName,
    source: Source,
    detailType: DetailType,
    resources: rest.Resources,
    time: rest.Time === undefined ? new Date() : new Date(rest.Time * 1000),
    detail,
  });
  return EventId === undefined
    ? failure('ResourceNotFoundException', `The stack has no event bus ${EventBusName}.`)
    : { EventId };
}

const failure = (ErrorCode: string, ErrorMessage: string): EntryResult => ({ ErrorCode, ErrorMessage });

function jsonObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns an entry's size as EventBridge calculates it ("Calculating Amazon EventBridge PutEvents event entry
 * size").
 */
function bytesOf({ Time, Source, DetailType, Detail, Resources }: Entry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : TIME_BYTES);
}
