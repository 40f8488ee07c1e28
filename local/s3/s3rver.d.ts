/** The part of @20minutes/s3rver (which has no types) that the runner uses. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';
  import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
  import type { Readable } from 'node:stream';

  /** Koa's, of one request. */
  export interface S3rverContext {
    readonly method: string;
    readonly url: string;
    readonly host: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly req: IncomingMessage;
    app: object;
    store: S3rverStore;
  }

  export interface S3rverObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable | Buffer;
  }

  export interface S3rverStore {
    putObject(object: S3rverObject): Promise<{ size: number; md5: string }>;
    deleteObject(bucket: string, key: string): Promise<unknown>;
  }

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
    readonly middleware: ((context: S3rverContext, next: () => Promise<unknown>) => Promise<unknown>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    /** Koa's: errors of requests, which Koa prints to the console when there is no listener. */
    on(event: 'error', listener: (error: Error) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  /** An answer in S3's form; the code decides about the status. */
  export default class S3Error extends Error {
    constructor(code: string, message: string, detail?: Readonly<Record<string, string | number>>);
  }
}
