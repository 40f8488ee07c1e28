/** The part of @20minutes/s3rver (which has no types) that the runner uses. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';
  import type { Server } from 'node:http';

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly httpServer: Server | undefined;
    /** Koa's: what each request goes through, in this order. */
    readonly middleware: ((
      context: {
        readonly method: string;
        readonly url: string;
        readonly host: string;
        readonly path: string;
        app: object;
      },
      next: () => Promise<unknown>,
    ) => Promise<unknown>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    /** Koa's: errors of requests, which Koa prints to the console when there is no listener. */
    on(event: 'error', listener: (error: Error) => void): this;
  }
}
