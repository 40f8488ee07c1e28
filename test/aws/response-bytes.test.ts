/** Tests how functions read AWS responses over real connections. */
import { GetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responseBytes } from '../../lambdas/aws/clients/response-bytes.ts';

async function respondedBy<Result>(
  listener: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
async function bytesFrom(url: string): Promise<Uint8Array> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  return responseBytes(response);
}

it.each([
  ['nothing', []],
  ['one part', ['Grüße']],
  ['several chunks, split inside a character', [Buffer.from('Gr\u00fc').subarray(0, 3), Buffer.from([0xbc])]],
])('returns the bytes of %s', async (_, parts) => {
  const bytes = await respondedBy((_request, response) => {
    for (const part of parts) response.write(part);
    response.end();
  }, bytesFrom);
  expect(Buffer.from(bytes)).toEqual(Buffer.concat(parts.map((part) => Buffer.from(part))));
});

it('fails if the connection closes before the response is complete', async () => {
  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  await expect(respondedBy(cut, bytesFrom)).rejects.toThrow('aborted');
});

it('returns items and errors to AWS clients', async () => {
  const clientOf = (endpoint: string) =>
    new DynamoDBClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      streamCollector: responseBytes,
    });
  const read = (endpoint: string) =>
    clientOf(endpoint).send(new GetItemCommand({ TableName: 't', Key: { id: { S: '1' } } }));
  const item: RequestListener = (_request, response) => {
    response.end('{"Item":{"name":{"S":"Grüße"}}}');
  };
  expect((await respondedBy(item, read)).Item).toEqual({ name: { S: 'Grüße' } });
  const refused: RequestListener = (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(
      '{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"No table"}',
    );
  };
  await expect(respondedBy(refused, read)).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'No table',
  });
});
