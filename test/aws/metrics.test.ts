import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricMembers } from '../../lambdas/aws/metrics.ts';
import { logThrottling } from '../../lambdas/aws/throttled-calls.ts';
import { postOutcome } from '../../lambdas/ingest/post-outcome.ts';

describe('the metric properties of a log line', () => {
  it('follow the embedded metric format', () => {
    const members = metricMembers(
      {
        now: 1_763_800_000_000,
        values: { Deliveries: 2, DeliveryAge: [120, 4000] },
        dimensions: { outcome: 'succeeded' },
      },
      'svc-forms-prod',
    );
    expect(members).toEqual({
      outcome: 'succeeded',
      Deliveries: 2,
      DeliveryAge: [120, 4000],
      _aws: {
        Timestamp: 1_763_800_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'svc-forms-prod',
            Dimensions: [['outcome']],
            Metrics: [
              { Name: 'Deliveries', Unit: 'Count' },
              { Name: 'DeliveryAge', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
    });
  });

  it('are left out if there are no values', () => {
    expect(metricMembers({ now: 1_763_800_000_000, values: {} }, 'svc-forms-prod')).toEqual({});
  });

  it('use an empty dimension set by default and at most a hundred values', () => {
    const members = metricMembers(
      { now: 0, values: { DeliveryAge: Array.from({ length: 150 }, () => 1) } },
      'svc-forms-prod',
    );
    expect(members['DeliveryAge']).toHaveLength(100);
    expect(members['_aws']).toMatchObject({ CloudWatchMetrics: [{ Dimensions: [[]] }] });
  });

  it('are omitted without a namespace', () => {
    expect(metricMembers({ now: 0, values: { ThrottledCalls: 1 } })).toEqual({});
  });
});

describe('a post', () => {
  it.each([
    [{ status: 201, outcome: 'stored' }, 'stored'],
    [{ status: 303, outcome: 'spam' }, 'spam'],
    [{ status: 200, outcome: 'replay' }, 'replay'],
    [{ status: 402, problem: 'quota-exceeded' }, 'over-quota'],
    [{ status: 429, problem: 'rate-limited' }, 'rate-limited'],
    [{ status: 404, problem: 'form-not-found' }, 'refused'],
    [{ status: 422, problem: 'validation-failed' }, 'refused'],
    [{ status: 503, problem: 'unavailable' }, 'failed'],
    [{ status: 500, outcome: 'stored' }, 'failed'],
    [{ status: 204 }, undefined],
    [{ status: 201, outcome: 'stored', form_id: 'frm_CANARY0000' }, undefined],
    [{ status: 503, problem: 'unavailable', form_id: 'frm_CANARY0000' }, 'failed'],
  ] as const)('with %j counts as %s', (line, outcome) => {
    expect(postOutcome(line)).toBe(outcome);
  });
});

describe('a throttled DynamoDB call', () => {
  let server: Server;
  let refusals: number;
  let lines: unknown[];
  beforeAll(async () => {
    server = createServer((_, response) => {
      refusals -= 1;
      const throttled = refusals >= 0;
      response.writeHead(throttled ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(
        throttled
          ? '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow"}'
          : '{}',
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    lines = [];
    process.env['METRICS_NAMESPACE'] = 'svc-forms-test';
  });
  afterEach(() => {
    delete process.env['METRICS_NAMESPACE'];
  });

  const client = () => {
    const { port } = server.address() as AddressInfo;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const endpoint = `http://127.0.0.1:${port}`;
    return logThrottling(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 3 }), {
      now: () => 1_763_800_000_000,
      log: {
        warn: (message, ...details) => void lines.push({ message, ...Object.assign({}, ...details) }),
      },
    });
  };

  it('is counted per attempt and table, even if the SDK succeeds in the end', async () => {
    refusals = 2;
    await DynamoDBDocumentClient.from(client()).send(
      new GetCommand({ TableName: 'forms', Key: { id: 'a' } }),
    );
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatchObject({
        message: 'DynamoDB table throttled',
        command: 'GetItemCommand',
        table: 'forms',
        ThrottledCalls: 1,
        _aws: { CloudWatchMetrics: [{ Namespace: 'svc-forms-test', Dimensions: [[]] }] },
      });
  });

  it('fails if every attempt is refused', async () => {
    refusals = 3;
    await expect(client().send(new ListTablesCommand({}))).rejects.toThrow('slow');
    expect(lines).toHaveLength(3);
  });
});
