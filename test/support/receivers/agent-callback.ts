/** Runs an agent's callback over real HTTP. It answers challenges and records events. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: any;
}

export interface AgentCallback {
  readonly url: string;
  readonly challenges: readonly ReceivedEvent[];
  readonly events: readonly ReceivedEvent[];
  /** Resolves when the number of events reaches `count`. */
  until(count: number): Promise<readonly ReceivedEvent[]>;
  stop(): Promise<void>;
}

/** Answers a challenge as the protocol requires. */
export const answersChallenge = (received: ReceivedEvent, response: ServerResponse): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ challenge: received.body.challenge }));
};

/**
 * Starts a callback.
 * @param respond answers a challenge
 * @param statusOf returns the status for the event with this number, starting at 1
 */
export async function startAgentCallback(
  respond: (received: ReceivedEvent, response: ServerResponse) => void = answersChallenge,
  statusOf: (count: number) => number = () => 204,
): Promise<AgentCallback> {
  const challenges: ReceivedEvent[] = [];
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, text, body: JSON.parse(text) };
      if (received.body.type === 'verification') {
        challenges.push(received);
        respond(received, response);
        return;
      }
      events.push(received);
      response.writeHead(statusOf(events.length)).end();
      for (const look of waiting) look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    challenges,
    events,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (events.length < count) return;
          waiting.delete(look);
          resolve(events.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
