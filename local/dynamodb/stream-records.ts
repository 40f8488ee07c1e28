/**
 * Reads DynamoDB stream records in their wire format, which uses the same JSON for attributes as Lambda's
 * events. Doesn't use the AWS SDK, which would sign each request and convert some values to bytes and dates
 * that the runner would then have to convert back to text.
 */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { CREDENTIALS, REGION } from '../aws-names.ts';

const page = z.object({
  Records: z
    .array(
      z.object({
        eventID: z.string().optional(),
        eventName: z.string().optional(),
        eventVersion: z.string().optional(),
        dynamodb: z.looseObject({
          SequenceNumber: z.string().default(''),
          /** Unix time, in seconds. */
          ApproximateCreationDateTime: z.number().optional(),
        }),
        userIdentity: z.unknown().optional(),
      }),
    )
    .default([]),
  NextShardIterator: z.string().optional(),
});

export type RecordPage = z.infer<typeof page>;
export type WireRecord = RecordPage['Records'][number];

const failure = z.object({ __type: z.string(), message: z.string().optional() });

/** An error that the DynamoDB Streams API returned, for example `ExpiredIteratorException`. */
export class StreamError extends Error {
  override name = 'StreamError' as const;
  readonly type: string;

  constructor(type: string, message = type) {
    super(message);
    this.type = type;
  }
}

const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
  'x-amz-date': '20000101T000000Z',
  // The emulator only checks the key and the region, so the signature doesn't have to be valid.
  authorization: `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/20000101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
};

/** A minimal DynamoDB Streams client, which can only read records. */
export class StreamRecords {
  readonly #endpoint: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /**
   * Reads up to `limit` records from an iterator.
   * @throws StreamError with the name of the API error
   */
  async read(iterator: string, limit: number): Promise<RecordPage> {
    const body = JSON.stringify({ ShardIterator: iterator, Limit: limit });
    const { status, json } = await this.#post(body);
    if (status === 200) return page.parse(json);
    const { __type, message } = failure.parse(json);
    throw new StreamError(__type.split('#').at(-1) ?? __type, message);
  }

  /** Closes the client's connections. */
  destroy(): void {
    this.#agent.destroy();
  }

  #post(body: string): Promise<{ status: number | undefined; json: unknown }> {
    return new Promise((resolve, reject) => {
      const headers = { ...HEADERS, 'content-length': Buffer.byteLength(body) };
      const sent = request(this.#endpoint, { method: 'POST', agent: this.#agent, headers });
      sent.once('error', reject);
      sent.once('response', (response) => {
        text(response)
          .then((received) => resolve({ status: response.statusCode, json: JSON.parse(received) as unknown }))
          .catch(reject);
      });
      sent.end(body);
    });
  }
}
