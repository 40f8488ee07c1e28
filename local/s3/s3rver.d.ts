/** Declares types for the parts of @20minutes/s3rver that the runner uses. The package has no types. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';
  import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
  import type { Readable } from 'node:stream';

  /** Koa's context for a request. */
  export interface S3rverContext {
    readonly method: string;
    readonly url: string;
    readonly host: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly req: IncomingMessage;
    app: object;
    store: S3rverStore;
    /** Content type and body of the response. */
    type: string;
    body: unknown;
  }

  export interface S3rverObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable | Buffer;
    readonly metadata: object;
  }

  export interface S3rverStore {
    putObject(object: S3rverObject): Promise<{ size: number; md5: string }>;
    copyObject(
      fromBucket: string,
      fromKey: string,
      toBucket: string,
      toKey: string,
      metadata?: object,
    ): Promise<unknown>;
    deleteObject(bucket: string, key: string): Promise<unknown>;
    existsObject(bucket: string, key: string): Promise<boolean>;
    /** Returns null if there is no object. */
    getObject(bucket: string, key: string): Promise<{ readonly content: Readable | null } | null>;
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
    readonly store: S3rverStore;
    /** Koa's middleware, in the order in which it processes requests. */
    readonly middleware: ((context: S3rverContext, next: () => Promise<unknown>) => Promise<unknown>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    /** Listens for Koa's request errors. Without a listener, Koa prints them to the console. */
    on(event: 'error', listener: (error: Error) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  /** An error response in S3's format. The code determines the status. */
  export default class S3Error extends Error {
    constructor(code: string, message: string, detail?: Readonly<Record<string, string | number>>);
  }
}
