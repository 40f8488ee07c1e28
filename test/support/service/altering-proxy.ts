/** Runs a proxy on loopback that changes some of a service's responses. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ProxiedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns the changes to make to a response, or undefined to forward it unchanged. */
export type Alter = (
  request: { readonly method: string; readonly path: string },
  response: ProxiedResponse,
) => Partial<ProxiedResponse> | undefined;

export interface AlteringProxy {
  readonly url: string;
  /** Number of responses that were changed. */
  altered(): number;
  stop(): Promise<void>;
}

/** Starts a proxy to the service. The service doesn't know the proxy's URL. */
export async function startProxy(serviceUrl: string, alter: Alter): Promise<AlteringProxy> {
  let altered = 0;
  const { host } = new URL(serviceUrl);
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    // A connection can't be used again if the service responds before it has read the whole body.
    const options = { method, headers: { ...headers, host }, agent: false };
    const forwarded = send(`${serviceUrl}${url}`, options, (response) => {
      void buffer(response).then((bytes) => {
        const original = { status: response.statusCode!, headers: response.headers, body: bytes.toString() };
        const change = alter({ method, path: url.split('?')[0]! }, original);
        if (change !== undefined) altered += 1;
        const sent = { ...original, ...change };
        const body = change?.body === undefined ? bytes : Buffer.from(change.body);
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = sent.headers;
        outgoing.writeHead(sent.status, { ...rest, 'content-length': body.length }).end(body);
      });
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    altered: () => altered,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
