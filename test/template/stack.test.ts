import { operations } from '../../lambdas/api/operations.ts';
import { entryOf, functionOf, sharedFunctions } from '../../lambdas/api/shared-functions.ts';
import { isEverythingOn, template } from '../support/assembly/assembly.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

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

  it('streams submissions with both images', () => {
    expect(tableOf('Submissions').StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  it('has an index that contains only the keys of spam, without submitted data', () => {
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
   * Returns the suffix of the alias through which new code initially gets only a share of the submissions
   * (`svc:gradualDeployment`), or an empty string.
   */
  const aliasOf = (name: string): string => (isEverythingOn() && name === 'SubmitForm' ? ':live' : '');

  it('has a function for each operation, or for several, with a description that Lambda accepts', () => {
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
    for (const { Description = '' } of functions) expect(Description.length).toBeLessThanOrEqual(256);
  });

  const [[, api]] = all('AWS::ApiGatewayV2::Api') as [[string, any]];
  const document = api.Body;

  it('has a route per operation, with any method for GET, and a default route', () => {
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
    const documents = [`${any} /openapi.json`, `${any} /openapi.yaml`];
    const others = [...below, ...documents, ...ofOtherBackends, `${any} /$default`];
    expect(routes.toSorted()).toEqual([...expected, ...withSlash, ...others].toSorted());
  });

  it('defines its routes in an OpenAPI document only, without route or permission resources', () => {
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

  it('leaves CORS to the functions, because API Gateway would add it to every path', () => {
    expect(document).not.toHaveProperty('x-amazon-apigateway-cors');
  });

  it('deploys every change automatically, and limits requests to the configured rate', () => {
    const [[, stage]] = all('AWS::ApiGatewayV2::Stage') as [[string, any]];
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingBurstLimit: 1000, ThrottlingRateLimit: 500 },
    });
  });
});

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const EVENT_SOURCE_ACTION =
  /Stream|GetRecords|GetShardIterator|ReceiveMessage|DeleteMessage|GetQueue|ChangeMessageVisibility/;

describe('functions', () => {
  // Exclude the functions that CDK adds to empty buckets and to copy code.
  const functions = all('AWS::Lambda::Function').filter(([id]) => !id.startsWith('Custom'));
  const statementsOf = (roleId: string): any[] =>
    statementsOfRole(Resources, roleId)
      // Ignore X-Ray, which doesn't support resource-level permissions.
      .filter(({ Action }) => !JSON.stringify(Action).includes('xray:'));
  const list = (value: unknown): any[] => (Array.isArray(value) ? value : [value]);

  it('are all arm64 with an expiring log group: one for all requests, and one for each other function', () => {
    const logs = new Map(all('AWS::Logs::LogGroup'));
    const used = functions.map(([, { LoggingConfig }]) => LoggingConfig.LogGroup.Ref);
    const ofRequests = functions.filter(([id]) => id.startsWith('Http'));
    expect(new Set(used).size).toBe(functions.length - ofRequests.length + 1);
    for (const [, fn] of functions) {
      expect(fn.Architectures).toEqual(['arm64']);
      expect(logs.get(fn.LoggingConfig.LogGroup.Ref)!['RetentionInDays']).toBe(30);
    }
  });

  it("have separate roles, and no managed policies except the stack's own", () => {
    const roles = functions.map(([, { Role }]) => Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(roles.length);
    const declared = new Map(all('AWS::IAM::Role'));
    const policies = all('AWS::IAM::ManagedPolicy').map(([id]) => id);
    for (const role of roles)
      for (const { Ref } of declared.get(role)!['ManagedPolicyArns'] ?? []) expect(policies).toContain(Ref);
  });

  it.each(functions.map(([id, fn]) => [id, fn] as const))(
    "%s has no wildcard, and no table, queue or bucket that it doesn't get by name",
    (_, fn) => {
      const environment = JSON.stringify(fn.Environment?.Variables ?? {});
      for (const { Action, Resource } of statementsOf(fn.Role['Fn::GetAtt'][0])) {
        for (const action of list(Action)) expect(action).not.toContain('*');
        for (const resource of list(Resource)) {
          expect(resource).not.toBe('*');
          const owner = JSON.stringify(resource).match(
            /"(Storage\w+Table\w+|\w*Queue\w{8}|StorageAttachments\w+)"/,
          )?.[1];
          // Ignore permissions for reading streams and queues. Lambda uses them on the function's behalf, so
          // the function's code doesn't make these calls.
          const asSource = list(Action).every((action) => EVENT_SOURCE_ACTION.test(action));
          if (owner && !asSource) expect(environment).toContain(owner);
        }
      }
    },
  );

  /**
   * Returns the names of the functions with this permission on a table, and the attributes that they can
   * access.
   */
  const holdersOf = (table: string, action: string): [string, string[] | string][] =>
    functions.flatMap(([id, fn]) =>
      statementsOf(fn.Role['Fn::GetAtt'][0])
        .filter(
          ({ Action, Resource }) =>
            JSON.stringify(Resource).includes(`Storage${table}Table`) && list(Action).includes(action),
        )
        .map(({ Condition }): [string, string[] | string] => [
          id.replace(/^Http|Function[0-9A-F]+$/g, ''),
          Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ??
            Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ??
            'all',
        ]),
    );
  /**
   * The canary can only write its own account to this table. The canary only exists with every setting turned
   * on.
   */
  const ofCanary = isEverythingOn() ? [['CanaryRunCanary', 'acc_CANARY000000*']] : [];
  /** The function that creates the first account also only exists with every setting turned on. */
  const firstAccount = isEverythingOn() ? ['FirstAccountMakeFirstAccount'] : [];

  it("can only change a key's last-used time, except one that revokes keys and one that creates them", () => {
    const updaters = holdersOf('ApiKeys', 'dynamodb:UpdateItem');
    const others = updaters.filter(([, attributes]) => attributes.toString() !== 'key_hash,last_used_at');
    expect(others).toEqual([['ApiKeys', ['key_hash', 'revoked_at']]]);
    expect(holdersOf('ApiKeys', 'dynamodb:PutItem')).toEqual([['ApiKeys', 'all']]);
    expect(holdersOf('ApiKeys', 'dynamodb:DeleteItem')).toEqual([]);
  });

  it("can only change an account's labels, time zone, marker, and counts of keys, owners and apps", () => {
    const attributes = ['account_id', 'live_management_keys'];
    const apps = ['account_id', 'oauth_clients'];
    const labels = ['account_id', 'labels'];
    const mark = ['account_id', 'no_account_webhooks'];
    const owners = ['account_id', 'active_owners', 'invited_owners'];
    expect(holdersOf('Accounts', 'dynamodb:UpdateItem').toSorted()).toEqual([
      ['ApiKeys', attributes],
      ['FinishSignIn', owners],
      ...firstAccount.map((name) => [name, ['account_id', 'email', 'active_owners', 'invited_owners']]),
      ['Labels', labels],
      ['Members', owners],
      ['OauthClients', apps],
      ['UpdateAccount', ['account_id', 'time_zone']],
      ['WebhookChanges', mark],
    ]);
    expect(holdersOf('Accounts', 'dynamodb:PutItem').toSorted()).toEqual([
      ...ofCanary,
      ...firstAccount.map((name) => [name, 'all']),
    ]);
  });

  it("can only change a marker in ingest's form record, except functions that write the form", () => {
    expect(holdersOf('FormSlugs', 'dynamodb:UpdateItem')).toEqual([
      ['WebhookChanges', ['slug', 'no_webhooks']],
    ]);
    const onlyOfCanary = isEverythingOn() ? [['CanaryRunCanary', 'frm_CANARY0000*']] : [];
    expect(holdersOf('FormSlugs', 'dynamodb:PutItem').toSorted()).toEqual([
      ...onlyOfCanary,
      ['CreateForm', 'all'],
      ...firstAccount.map((name) => [name, 'all']),
      ['UpdateForm', 'all'],
    ]);
  });

  it('can only read if an account is suspended, unless they need more data', () => {
    const readers = holdersOf('Accounts', 'dynamodb:GetItem');
    const more = readers.filter(([, attributes]) => attributes.toString() !== 'account_id,suspended_at');
    const shown = ['account_id', 'name', 'plan', 'time_zone'];
    const whoseOwner = ['account_id', 'email'];
    const whoseName = ['account_id', 'name'];
    const whoseQuota = ['account_id', 'email', 'plan', 'monthly_quota'];
    const itsLimits = [
      ...['account_id', 'plan', 'monthly_quota', 'suspended_at'],
      ...['no_account_webhooks', 'cursor_key'],
    ];
    const itsLabels = ['account_id', 'labels'];
    expect(more.toSorted()).toEqual([
      ['ChangeFormSubmissions', itsLabels],
      ['ChangeSubmissions', itsLabels],
      // Releasing spam counts towards the account's quota, which depends on its plan.
      ['ChangeSubmissions', 'all'],
      ['Consent', shown],
      ['CreateForm', whoseOwner],
      // The account's plan determines how many forms the account can have.
      ['CreateForm', ['account_id', 'plan']],
      // Needed to check that the address for answers is confirmed.
      ['CreateReply', ['account_id', 'email']],
      ['CreateUpload', itsLimits],
      ['EmailSendingSendEmail', ['account_id', 'name', 'email', 'time_zone', 'cursor_key', 'suspended_at']],
      ['ExportSubmissions', itsLabels],
      ['ExportSubmissions', ['account_id', 'time_zone']],
      // Bulk updates by filter make the same changes.
      ['FormEmails', whoseOwner],
      ['FormJobsRunFormJob', itsLabels],
      ['FormJobsRunFormJob', 'all'],
      ['GetForm', whoseOwner],
      ['GetJob', whoseOwner],
      ['GetMe', shown],
      ['GetSubmission', itsLabels],
      ['GetTimeline', itsLabels],
      ['Labels', itsLabels],
      ['ListAllSubmissions', itsLabels],
      ['ListDrive', whoseOwner],
      ['ListForms', whoseOwner],
      ['ListSubmissions', itsLabels],
      ['RecipientPages', whoseName],
      ['SubmitEntry', itsLimits],
      ['SubmitForm', itsLimits],
      ['UpdateAccount', shown],
      ['UpdateForm', whoseOwner],
      ['UpdateSubmission', itsLabels],
      ['UpdateSubmission', 'all'],
      ['WebhookDeliveryFanOut', whoseQuota],
      ['WebhookDeliverySweep', whoseQuota],
    ]);
    const some = ['ApiKeys', 'GetFile', 'IssueToken', 'ListForms', 'SubmitEntry', 'TestWebhook'];
    expect(readers.map(([name]) => name)).toEqual(expect.arrayContaining(some));
  });

  it("can only change accounts' apps, because installation-wide apps belong to the operator", () => {
    const writers = [...functions].flatMap(([id, fn]) =>
      statementsOf(fn.Role['Fn::GetAtt'][0])
        .filter(({ Resource }) => JSON.stringify(Resource).includes('StorageOauthClientsTable'))
        .filter(({ Action }) => !list(Action).every((action: string) => /:(Batch)?GetItem$/.test(action)))
        .map(({ Action, Condition }) => [
          id.replace(/^Http|Function[0-9A-F]+$/g, ''),
          (list(Action) as string[]).toSorted().join(),
          Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'],
        ]),
    );
    expect(writers.toSorted()).toEqual([
      ['OauthClients', 'dynamodb:DeleteItem,dynamodb:GetItem,dynamodb:Query', 'acc_*'],
      ['OauthClients', 'dynamodb:PutItem', 'acc_*'],
    ]);
  });

  it('only append to the audit log, and never change or delete rows; one function reads it', () => {
    const actions = new Map<string, Set<string>>();
    for (const [id, fn] of functions) {
      for (const { Action, Resource, Condition } of statementsOf(fn.Role['Fn::GetAtt'][0])) {
        if (!JSON.stringify(Resource).includes('StorageAuditEventsTable')) continue;
        for (const action of list(Action) as string[]) {
          const of = actions.get(action) ?? new Set();
          actions.set(action, of.add(id.replace(/^Http|Function[0-9A-F]+$/g, '')));
          if (action !== 'dynamodb:PutItem') continue;
          expect(Condition).toEqual({
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'acc_*' },
            StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
          });
        }
      }
    }
    expect([...actions.keys()].toSorted()).toEqual(['dynamodb:PutItem', 'dynamodb:Query']);
    expect([...actions.get('dynamodb:Query')!]).toEqual(['ListAuditLog']);
    expect([...actions.get('dynamodb:PutItem')!].toSorted()).toEqual([
      'ApiKeys',
      'BulkJobs',
      'ChangeFormSubmissions',
      'ChangeSubmissions',
      'Connections',
      'Consent',
      'CreateForm',
      'CreateReply',
      'CreateSession',
      'DeleteForm',
      'DeleteSubmission',
      'FinishSignIn',
      ...firstAccount,
      'FormEmails',
      // Completes the row of a bulk update.
      'FormJobsRunFormJob',
      'IssueToken',
      'Labels',
      'Members',
      'OauthClients',
      'RecoverWebhook',
      'ReplayDelivery',
      'ReplyTemplates',
      'RevokeToken',
      'TestWebhook',
      'UpdateAccount',
      'UpdateForm',
      'UpdateSubmission',
      'WebhookChanges',
    ]);
  });

  it('issue and revoke access tokens with one function each', () => {
    expect(holdersOf('AccessTokens', 'dynamodb:PutItem')).toEqual([['IssueToken', 'all']]);
    expect(holdersOf('AccessTokens', 'dynamodb:DeleteItem')).toEqual([['RevokeToken', 'all']]);
  });

  /**
   * Tables with submitted data, what became of it, and secrets. The other tables hold settings, people and
   * counters. The value lists the attributes that a function can read without secrets.
   */
  const SENSITIVE = ['Deliveries', 'Emails', 'FormSlugs', 'Idempotency', 'Replies', 'Submissions', 'Uploads'];
  it('share no access to submissions and secrets, except operations that all need it', () => {
    const reads = ['GetItem', 'BatchGetItem', 'Query'].map((each) => `dynamodb:${each}`);
    const access = SENSITIVE.flatMap((table) =>
      reads.flatMap((action) =>
        holdersOf(table, action).map(([name, attributes]) => [name, table, attributes] as const),
      ),
    );
    const shared = new Set(Object.keys(sharedFunctions).map((name) => capitalised(name)));
    const ofShared = access.filter(([name]) => shared.has(name)).map((each) => JSON.stringify(each));
    expect([...new Set(ofShared)].toSorted()).toEqual(
      [
        ['Deliveries', 'Deliveries', 'all'],
        ['FormFields', 'Submissions', 'all'],
        // Templates belong to accounts, and replies to forms.
        ['ReplyTemplates', 'Replies', 'acc_*'],
        ['WebhookChanges', 'FormSlugs', ['slug', 'no_webhooks']],
      ].map((each) => JSON.stringify(each)),
    );
    for (const [id, fn] of functions.filter(([each]) =>
      shared.has(each.replace(/^Http|Function[0-9A-F]+$/g, '')),
    ))
      for (const { Action } of statementsOf(fn.Role['Fn::GetAtt'][0]))
        for (const action of list(Action)) {
          expect({ id, action }).toEqual({
            id,
            action: expect.stringMatching(
              /^(dynamodb|logs):|^sqs:SendMessage$|^cognito-idp:AdminCreateUser$/,
            ),
          });
        }
  });

  it('give webhook secrets only to functions that sign', () => {
    const readers = functions.filter(([, fn]) =>
      statementsOf(fn.Role['Fn::GetAtt'][0]).some(
        ({ Action, Resource, Condition }) =>
          JSON.stringify(Resource).includes('StorageWebhooksTable') &&
          list(Action).some((action) =>
            ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:BatchGetItem'].includes(action),
          ) &&
          !Condition,
      ),
    );
    const names = readers.map(([id]) => id.replace(/Function[0-9A-F]+$/, '')).toSorted();
    expect(names).toEqual(['HttpReplayDelivery', 'HttpTestWebhook', 'WebhookDeliveryDeliver']);
  });
});

describe('queues and streams', () => {
  const queues = all('AWS::SQS::Queue');
  const deadLetterIds = new Set(
    queues.flatMap(([, { RedrivePolicy }]) =>
      RedrivePolicy ? [RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]] : [],
    ),
  );

  it('give every queue a dead-letter queue with an alarm', () => {
    const alarmed = JSON.stringify(all('AWS::CloudWatch::Alarm'));
    for (const [id, { RedrivePolicy }] of queues) {
      if (deadLetterIds.has(id)) expect(alarmed).toContain(id);
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
