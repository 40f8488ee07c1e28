/** Starts a server that accepts all SQS messages and drops them, for tests that process the work themselves. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export async function startAcceptingQueue(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    void json(request).then((body: any) => {
      const Successful = body.Entries.map(({ Id, MessageBody }: any) => {
        return { Id, MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
      });
      response.setHeader('content-type', 'application/x-amz-json-1.0').end(JSON.stringify({ Successful }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
