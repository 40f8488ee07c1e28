/**
 * Tests the installable template's function that copies the assets. Runs the template's code against the S3
 * emulator. A local server receives the responses instead of CloudFormation.
 */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { stagerCode } from '../../lib/release/template/stager-resources.ts';
import { writeZip } from '../../lib/release/template/write-zip.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';

const ROOT = join(import.meta.dirname, '../..');
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const contents = ['first', 'second'].map((text) => Buffer.from(text));
const digests = contents.map(sha256);
const zipOf = (names: readonly string[], all = contents): Buffer =>
  writeZip(
    all.map((content, index) => ({ name: `${names[index]!}.zip`, content })),
    'stored',
  );
const zip = zipOf(digests);

let buckets: TestBuckets;
let folder: string;
let server: Server;
let address: string;
/** The response that CloudFormation received, and its content type. */
let received: { body: any; type: string | undefined }[];
let serve: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-stager-'));
  writeFileSync(join(folder, 'index.js'), await stagerCode());
  server = createServer((request, response) => {
    if (request.method !== 'PUT') {
      serve(request, response);
      return;
    }
    void buffer(request).then((body) => {
      received.push({ body: JSON.parse(body.toString()), type: request.headers['content-type'] });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  buckets = await startBuckets();
  received = [];
  serve = (_, response) => response.end(zip);
}, 120_000);
afterEach(() => buckets.stop());

/** Runs the function in a separate process and returns its response to CloudFormation. */
async function run(RequestType: string, properties: object = {}, old?: object): Promise<any> {
  const event = {
    RequestType,
    ResponseURL: `${address}/response`,
    StackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/svc-forms-prod/1',
    RequestId: 'request-1',
    LogicalResourceId: 'StagedAssets',
    ResourceType: 'Custom::StagedAssets',
    ResourceProperties: {
      ServiceToken: 'arn:aws:lambda:us-east-1:000000000000:function:stager',
      Bucket: buckets.attachments,
      SourceBucket: '',
      SourceKey: 'assets.zip',
      SourceUrl: `${address}/assets.zip`,
      Size: String(zip.length),
      Digests: digests,
      CertificateArn: '',
      CertificateRegion: 'us-east-1',
      ...properties,
    },
    ...(RequestType !== 'Create' && { PhysicalResourceId: 'staged-assets' }),
    ...(old && { OldResourceProperties: old }),
  };
  await promisify(execFile)(
    process.execPath,
    [
      '-e',
      'require(process.argv[1]).handler(JSON.parse(process.argv[2]))',
      join(folder, 'index.js'),
      JSON.stringify(event),
    ],
    {
      env: {
        NODE_PATH: join(ROOT, 'node_modules'),
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        AWS_ENDPOINT_URL_S3: buckets.endpoint,
      },
    },
  );
  expect(received).toHaveLength(1);
  const [{ body, type }] = received.splice(0) as [(typeof received)[number]];
  expect(type).toBeUndefined();
  expect(body).toMatchObject({
    StackId: event.StackId,
    RequestId: 'request-1',
    LogicalResourceId: 'StagedAssets',
    PhysicalResourceId: 'staged-assets',
  });
  return body;
}

const staged = async (): Promise<string[]> => (await buckets.keys(buckets.attachments)).toSorted();
const expected = digests.map((digest) => `${digest}.zip`).toSorted();
const putSource = (Body: Buffer) =>
  buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: 'assets.zip', Body }));
const fromBucket = () => ({ SourceBucket: buckets.exports, SourceUrl: '' });

it('is small enough for a template', async () => {
  expect((await stagerCode()).length).toBeLessThan(60_000);
});

it('copies the assets from a URL', async () => {
  expect(await run('Create')).toMatchObject({ Status: 'SUCCESS', Data: { Bucket: buckets.attachments } });
  expect(await staged()).toEqual(expected);
  const { Body } = await buckets.s3.send(
    new GetObjectCommand({ Bucket: buckets.attachments, Key: `${digests[0]!}.zip` }),
  );
  expect(await Body?.transformToString()).toBe('first');
}, 60_000);

it('copies the assets from a bucket', async () => {
  await putSource(zip);
  expect(await run('Create', fromBucket())).toMatchObject({ Status: 'SUCCESS' });
  expect(await staged()).toEqual(expected);
}, 60_000);

describe('fails with a one-sentence error, writes nothing, and can be repeated', () => {
  const reasonOf = async (properties?: object): Promise<string> => {
    const { Status, Reason } = await run('Create', properties);
    expect(Status).toBe('FAILED');
    expect(await staged()).toEqual([]);
    return Reason;
  };

  it('if the file is truncated', async () => {
    serve = (_, response) => response.end(zip.subarray(0, 100));
    expect(await reasonOf()).toBe(
      `${address}/assets.zip is incomplete: it has 100 of ${zip.length} bytes. Upload it again.`,
    );
    serve = (_, response) => response.end(zip);
    expect(await run('Create')).toMatchObject({ Status: 'SUCCESS' });
  }, 60_000);

  it('if the download is interrupted', async () => {
    serve = (_, response) => {
      response.setHeader('content-length', zip.length);
      response.write(zip.subarray(0, 100), () => response.destroy());
    };
    expect(await reasonOf()).toMatch(/was interrupted after \d+ of \d+ bytes. Try again.$/);
  }, 60_000);

  it("if the file is larger than the release's, without reading all of it", async () => {
    serve = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(zip));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await reasonOf()).toContain(`is larger than ${zip.length} bytes`);
  }, 60_000);

  it('if an asset was changed', async () => {
    await putSource(zipOf(digests, [contents[0]!, Buffer.from('SECOND')]));
    expect(await reasonOf(fromBucket())).toContain(`${digests[1]!}.zip has another SHA-256 digest`);
  }, 60_000);

  it('if the file belongs to another release', async () => {
    await putSource(zipOf([digests[0]!, sha256(Buffer.from('other'))]));
    expect(await reasonOf(fromBucket())).toContain("doesn't belong to this template");
  }, 60_000);

  it("if the file isn't a zip file", async () => {
    await putSource(Buffer.alloc(zip.length));
    expect(await reasonOf(fromBucket())).toContain('is not the assets.zip of a release: it is incomplete');
  }, 60_000);

  it('if the object is missing', async () => {
    expect(await reasonOf(fromBucket())).toBe(
      `s3://${buckets.exports}/assets.zip can't be read (NoSuchKey). Check AssetsBucket and AssetsKey, and that this account may read the object.`,
    );
  }, 60_000);

  it('if the URL is wrong', async () => {
    serve = (_, response) => response.writeHead(404).end('no');
    expect(await reasonOf()).toBe(`${address}/assets.zip responded with status 404. Check AssetsUrl.`);
  }, 60_000);

  it('if the certificate is in the wrong region', async () => {
    const CertificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/1';
    expect(await reasonOf({ CertificateArn })).toBe(
      'CertificateArn is in eu-west-1, but must be in us-east-1. CloudFront only uses certificates from that region.',
    );
    expect(await run('Create', { CertificateArn, CertificateRegion: 'eu-west-1' })).toMatchObject({
      Status: 'SUCCESS',
    });
  }, 60_000);
});

it('keeps the assets of the version before an update and deletes older ones', async () => {
  const third = Buffer.from('third');
  await run('Create');
  const next = { Digests: [digests[1], sha256(third)] };
  const nextZip = zipOf(next.Digests as string[], [contents[1]!, third]);
  serve = (_, response) => response.end(nextZip);
  const Size = String(nextZip.length);
  expect(await run('Update', { ...next, Size }, { Digests: digests })).toMatchObject({ Status: 'SUCCESS' });
  expect(await staged()).toEqual([...expected, `${sha256(third)}.zip`].toSorted());

  // All assets already exist, so nothing is downloaded.
  serve = (_, response) => response.writeHead(500).end();
  expect(await run('Update', { ...next, Size }, next)).toMatchObject({ Status: 'SUCCESS' });
  expect(await staged()).toEqual(next.Digests.map((digest) => `${digest!}.zip`).toSorted());
}, 90_000);

it('empties the bucket when the stack is deleted', async () => {
  await run('Create');
  expect(await run('Delete')).toMatchObject({ Status: 'SUCCESS' });
  expect(await staged()).toEqual([]);
  expect(await run('Delete', { Bucket: 'no-such-bucket' })).toMatchObject({ Status: 'SUCCESS' });
}, 60_000);
