/**
 * Starts a server that accepts all SQS messages and drops them, for tests that process the work themselves. It
 * refuses messages while `isRefusing` is set.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface AcceptingQueue {
  readonly url: string;
  isRefusing: boolean;
  stop(): void;
}

export async function startAcceptingQueue(): Promise<AcceptingQueue> {
  const server = createServer((request, response) => {
    void json(request).then((body: any) => {
      const Failed = body.Entries.map(({ Id }: any) => ({ Id, Code: 'InternalError', SenderFault: false }));
      const Successful = body.Entries.map(({ Id, MessageBody }: any) => {
        return { Id, MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
      });
      response
        .setHeader('content-type', 'application/x-amz-json-1.0')
        .end(JSON.stringify(queue.isRefusing ? { Failed } : { Successful }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const queue: AcceptingQueue = {
    isRefusing: false,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return queue;
}
