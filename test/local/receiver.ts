/**
 * Lets tests control the sample functions. Each invocation is reported to this receiver and waits for
 * instructions from the test.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An invocation of a sample function that waits for instructions. */
export interface Invocation<E> {
  readonly event: E;
  /** Makes the function return `value`. */
  returns(value?: unknown): void;
  /** Makes the function throw an error with this name. */
  throws(name: string): void;
}

export class Receiver {
  readonly #waiting = new Map<string, ((invocation: Invocation<never>) => void)[]>();
  readonly #arrived = new Map<string, Invocation<never>[]>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => this.#arrive(request.url ?? '', Buffer.concat(chunks).toString(), response));
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the function's next invocation. Waits if there is none yet. */
  next<E>(fn: string): Promise<Invocation<E>> {
    const arrived = this.#arrived.get(fn)?.shift();
    if (arrived !== undefined) return Promise.resolve(arrived);
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(fn) ?? [];
      waiting.push(resolve);
      this.#waiting.set(fn, waiting);
    });
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #arrive(url: string, body: string, response: ServerResponse): void {
    const fn = url.slice(1);
    const answer = (value: object): void => void response.end(JSON.stringify(value));
    const invocation: Invocation<never> = {
      event: JSON.parse(body) as never,
      returns: (value) => answer({ value }),
      throws: (name) => answer({ name }),
    };
    const waiting = this.#waiting.get(fn)?.shift();
    if (waiting !== undefined) waiting(invocation);
    else this.#arrived.set(fn, [...(this.#arrived.get(fn) ?? []), invocation]);
  }
}
