/** Tests the stack: its storage, its HTTP API, and its queues and streams. */
import { operations } from '../../lambdas/api/operations.ts';
import { entryOf, functionOf } from '../../lambdas/api/shared-functions.ts';
import { isEverythingOn, template } from '../support/assembly/assembly.ts';

const { Resources } = template();

/** Returns the resources of a type by logical id, with the properties that CloudFormation reads. */
const all = (type: string): [string, any][] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties]);

const TABLES = {
  Accounts: ['account_id'],
  AccountKeys: ['account_id', 'key_id'],
  ApiKeys: ['key_hash'],
  AccessTokens: ['token_hash'],
  Forms: ['account_id', 'form_id'],
  FormSlugs: ['slug'],
  Submissions: ['form_id', 'submission_id'],
  Webhooks: ['owner_id', 'webhook_id'],
  Deliveries: ['webhook_id', 'delivery_id'],
  Counters: ['counter'],
  FormJobs: ['form_id', 'kind'],
  AuditEvents: ['account_month', 'event_id'],
  Recoveries: ['webhook_id', 'recovery_id'],
  Idempotency: ['form_id', 'key_digest'],
};

describe('storage', () => {
  const tables = all('AWS::DynamoDB::GlobalTable');
  const tableOf = (name: string) => tables.find(([id]) => id.startsWith(`Storage${name}Table`))![1];

  it.each(Object.entries(TABLES))(
    'has the table %s with the keys %j, on demand and recoverable',
    (name, keys) => {
      const table = tableOf(name);
      expect(table.KeySchema.map((key: any) => key.AttributeName)).toEqual(keys);
      expect(table.BillingMode).toBe('PAY_PER_REQUEST');
      for (const replica of table.Replicas) {
        expect(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
        // The stage with every setting turned on also has the setting that deletes the data together with the
        // stack.
        expect(replica.DeletionProtectionEnabled).toBe(!isEverythingOn());
      }
    },
  );

  it.each([
    'Submissions',
    'Deliveries',
    'Recoveries',
    'Counters',
    'Idempotency',
    'AccessTokens',
    'AuditEvents',
  ])('lets items in %s expire', (name) => {
    expect(tableOf(name).TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
  });

  it('streams the old and new images of submissions', () => {
    expect(tableOf('Submissions').StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  it('has an index of spam that contains only keys and no submitted data', () => {
    expect(tableOf('Submissions').GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'spam',
        KeySchema: [
          { AttributeName: 'spam_form_id', KeyType: 'HASH' },
          { AttributeName: 'submission_id', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });

  it('keeps every bucket private and requires TLS', () => {
    const policies = all('AWS::S3::BucketPolicy');
    const buckets = all('AWS::S3::Bucket');
    expect(buckets.length).toBeGreaterThan(0);
    for (const [id, bucket] of buckets) {
      expect(bucket.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      const policy = policies.find(([, { Bucket }]) => Bucket.Ref === id)![1];
      const denied = policy.PolicyDocument.Statement.find((each: any) => each.Effect === 'Deny');
      expect(denied.Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    }
  });
});

describe('the HTTP API', () => {
  /**
   * Returns the suffix of the alias that gradual deployments use (`svc:gradualDeployment`), or an empty string if
   * the function has no alias.
   */
  const aliasOf = (name: string): string => (isEverythingOn() && name === 'SubmitForm' ? ':live' : '');

  it('has a function for each operation or group of operations, with a description that Lambda accepts', () => {
    const functions = all('AWS::Lambda::Function').map(([, properties]) => properties);
    const descriptionOf = (name: string): string =>
      functions.find(({ FunctionName }) => FunctionName === `svc-forms-test-${name}`)?.Description;
    for (const operation of Object.values(operations)) {
      const { method, path, summary, name } = operation;
      const own = functionOf(operation).name;
      if (own.toLowerCase() === name.toLowerCase())
        expect(descriptionOf(own)).toBe(`${method} ${path}: ${summary}`);
      else expect(descriptionOf(own).replace('Handles ', '').split(', ')).toContain(name);
    }
    for (const { Description } of functions)
      expect(JSON.stringify(Description ?? '').length).toBeLessThan(256);
  });

  const [[, api]] = all('AWS::ApiGatewayV2::Api') as [[string, any]];
  const document = api.Body;

  it('has one route per operation, which accepts any method if the operation uses GET, and a default route', () => {
    const routes = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const any = 'x-amazon-apigateway-any-method';
    const expected = Object.values(operations).map(
      // A route for any method also receives HEAD requests, preflight requests, and methods that the path
      // doesn't support.
      ({ method, path }) => `${method === 'GET' ? any : method.toLowerCase()} ${path}`,
    );
    // API Gateway doesn't accept routes with a trailing slash, so these routes match the rest of the path.
    const withSlash = ['post /v1/f/{slug}/{rest+}', 'post /v1/f/{slug}/uploads/{rest+}'];
    const below = ['/console/{below+}', '/docs/{below+}', '/v1/forms.js/{below+}'].map(
      (path) => `${any} ${path}`,
    );
    const ofOtherBackends = ['post /v1/ajax/{slug}', 'post /v1/p/{project}/f/{slug}', 'post /v1/submit'];
    const additional = [
      `${any} /llms.txt`,
      `${any} /openapi.json`,
      `${any} /openapi.yaml`,
      `${any} /v1/embed.js`,
      `${any} /v1/submissions/export`,
      `${any} /.well-known/oauth-protected-resource/mcp`,
    ];
    const others = [...below, ...additional, ...ofOtherBackends, `${any} /$default`];
    expect(routes.toSorted()).toEqual([...expected, ...withSlash, ...others].toSorted());
  });

  it('defines its routes only in an OpenAPI document, without route or permission resources', () => {
    const others = ['Tags', 'DisableExecuteApiEndpoint'];
    expect(Object.keys(api).filter((property) => !others.includes(property))).toEqual(['Body']);
    expect(document).toMatchObject({ openapi: '3.0.1', info: { title: 'svc-forms-test', version: '1' } });
    expect(all('AWS::ApiGatewayV2::Route')).toEqual([]);
    expect(all('AWS::ApiGatewayV2::Integration')).toEqual([]);
    const [defaults, ...more] = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.values<any>(methods).flatMap(({ isDefaultRoute }) => (isDefaultRoute ? [path] : [])),
    );
    expect([defaults, more]).toEqual(['/$default', []]);
  });

  it.each([
    ['/v1/health', 'x-amazon-apigateway-any-method', 'Health', 'HttpInvoker', []],
    ['/v1/f/{slug}', 'post', 'SubmitForm', 'HttpInvoker', ['slug']],
    ['/v1/f/{slug}/{rest+}', 'post', 'SubmitForm', 'HttpInvoker', ['slug', 'rest']],
    ['/v1/p/{project}/f/{slug}', 'post', 'SubmitForm', 'HttpInvoker', ['project', 'slug']],
    ['/v1/forms', 'post', 'CreateForm', 'HttpAccountInvoker', []],
    ['/v1/forms', 'x-amazon-apigateway-any-method', 'ListForms', 'HttpAccountInvoker', []],
    ['/v1/labels', 'post', 'Labels', 'HttpAccountInvoker', []],
    ['/v1/labels/{id}', 'delete', 'Labels', 'HttpAccountInvoker', ['id']],
    ['/$default', 'x-amazon-apigateway-any-method', 'Unmatched', 'HttpInvoker', []],
  ])('integrates %s (%s) with the function %s', (path, method, name, invoker, variables) => {
    const { parameters = [], responses, ...operation } = document.paths[path][method];
    const integration = operation['x-amazon-apigateway-integration'];
    expect(Object.keys(responses)).toEqual(['default']);
    expect(parameters).toEqual(
      variables.map((each) => ({ name: each, in: 'path', required: true, schema: { type: 'string' } })),
    );
    expect(integration).toEqual({
      type: 'aws_proxy',
      httpMethod: 'POST',
      payloadFormatVersion: '2.0',
      uri: expect.anything(),
      credentials: { 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${invoker}[0-9A-F]{8}$`)), 'Arn'] },
    });
    const [[, { FunctionName }]] = all('AWS::Lambda::Function').filter(([id]) =>
      new RegExp(`^Http${name}Function[0-9A-F]{8}$`).test(id),
    ) as [[string, any]];
    expect(FunctionName).toMatch(new RegExp(`^svc-forms-test-${name}$`));
    expect(integration.uri['Fn::Sub'].replaceAll('$', '')).toBe(
      'arn:{AWS::Partition}:apigateway:{AWS::Region}:lambda:path/2015-03-31/functions/' +
        `arn:{AWS::Partition}:lambda:{AWS::Region}:{AWS::AccountId}:function:${FunctionName}${aliasOf(name)}/invocations`,
    );
  });

  it('has a separate handler file for each operation', () => {
    const entries = Object.values(operations).map(entryOf);
    expect(new Set(entries).size).toBe(entries.length);
  });

  it('leaves CORS to the functions because API Gateway would add it to every path', () => {
    expect(document).not.toHaveProperty('x-amazon-apigateway-cors');
  });

  it('deploys every change automatically and limits requests to the configured rate', () => {
    const [[, stage]] = all('AWS::ApiGatewayV2::Stage') as [[string, any]];
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: {
        ThrottlingBurstLimit: 1000,
        ThrottlingRateLimit: isEverythingOn() ? 1000 : 500,
      },
    });
  });
});

describe('queues and streams', () => {
  const queues = all('AWS::SQS::Queue');
  const deadLetterIds = new Set(
    queues.flatMap(([, { RedrivePolicy }]) =>
      RedrivePolicy ? [RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]] : [],
    ),
  );

  it('give every queue a dead-letter queue, whose messages the sweeper counts', () => {
    const rules = all('AWS::Events::Rule').filter(([id]) => id.includes('SweepSchedule'));
    const watched = JSON.stringify(rules);
    for (const [id, { RedrivePolicy }] of queues) {
      if (deadLetterIds.has(id)) expect(watched).toContain(id);
      else expect(RedrivePolicy.maxReceiveCount).toBe(5);
    }
    expect(deadLetterIds.size).toBeGreaterThan(0);
  });

  it('read the stream from its start, bisect batches, limit retries, and keep failed records', () => {
    const streams = all('AWS::Lambda::EventSourceMapping').filter(
      ([, { StartingPosition }]) => StartingPosition,
    );
    expect(streams.length).toBeGreaterThan(0);
    for (const [, mapping] of streams) {
      expect(mapping).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: 10,
      });
      expect(mapping.FilterCriteria.Filters.length).toBeGreaterThan(0);
      expect(mapping.DestinationConfig.OnFailure.Destination).toBeDefined();
    }
  });

  it('report partial failures from every queue consumer', () => {
    const consumers = all('AWS::Lambda::EventSourceMapping').filter(
      ([, mapping]) => !mapping['StartingPosition'],
    );
    expect(consumers.length).toBeGreaterThan(0);
    for (const [, { FunctionResponseTypes }] of consumers) {
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  it('run retries in a standard state machine', () => {
    const [[, ladder]] = all('AWS::StepFunctions::StateMachine') as [[string, any]];
    expect(ladder.StateMachineType).toBe('STANDARD');
    expect(ladder.LoggingConfiguration).toMatchObject({ IncludeExecutionData: false, Level: 'ERROR' });
  });
});
