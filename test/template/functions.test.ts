/** Tests the functions' settings and permissions: which function can read or change which data. */
import { sharedFunctions } from '../../lambdas/api/shared-functions.ts';
import { isEverythingOn, template } from '../support/assembly/assembly.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

const { Resources } = template();

/** Returns the resources of a type by logical id, with the properties that CloudFormation reads. */
const all = (type: string): [string, any][] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties]);

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

  // JSON is the only log format with levels (AWS Lambda, "Log-level filtering"). With the level WARN, Lambda
  // leaves out its lines about successful invocations, but still logs failures and timeouts.
  it('all run on arm64 with expiring log groups, without lines about successful invocations: one for all requests and one per other function', () => {
    const logs = new Map(all('AWS::Logs::LogGroup'));
    const used = functions.map(([, { LoggingConfig }]) => LoggingConfig.LogGroup.Ref);
    const ofRequests = functions.filter(([id]) => id.startsWith('Http'));
    expect(new Set(used).size).toBe(functions.length - ofRequests.length + 1);
    for (const [, fn] of functions) {
      expect(fn.Architectures).toEqual(['arm64']);
      expect(fn.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
      expect(logs.get(fn.LoggingConfig.LogGroup.Ref)!['RetentionInDays']).toBe(30);
    }
  });

  it("have separate roles and no managed policies except the stack's own", () => {
    const roles = functions.map(([, { Role }]) => Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(roles.length);
    const declared = new Map(all('AWS::IAM::Role'));
    const policies = all('AWS::IAM::ManagedPolicy').map(([id]) => id);
    for (const role of roles)
      for (const { Ref } of declared.get(role)!['ManagedPolicyArns'] ?? []) expect(policies).toContain(Ref);
  });

  // A policy that limits attributes must list the table's keys too (DynamoDB, "Using IAM policy conditions for
  // fine-grained access control"). Otherwise, DynamoDB denies every request.
  it('can access the keys of each table that they can access some attributes of', () => {
    expect.hasAssertions();
    const tables = new Map(all('AWS::DynamoDB::GlobalTable'));
    for (const [, fn] of functions)
      for (const { Condition, Resource } of statementsOf(fn.Role['Fn::GetAtt'][0])) {
        const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
        const table = list(Resource).flatMap((arn) => tables.get(arn['Fn::GetAtt']?.[0]) ?? [])[0];
        if (!attributes || !table) continue;
        const keys = table.KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName);
        expect(list(attributes)).toEqual(expect.arrayContaining(keys));
      }
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

  it("can change only a key's last-used time, except the function for API key operations", () => {
    const updaters = holdersOf('ApiKeys', 'dynamodb:UpdateItem');
    const others = updaters.filter(([, attributes]) => attributes.toString() !== 'key_hash,last_used_at');
    expect(others).toEqual([
      // Rolling a key makes the old one expire, and revoking a key ends it immediately.
      ['ApiKeys', ['key_hash', 'expires_at', 'replaced_by', 'revoked_at']],
      ['ApiKeys', ['key_hash', 'expires_at', 'revoked_at']],
    ]);
    expect(holdersOf('ApiKeys', 'dynamodb:PutItem')).toEqual([['ApiKeys', 'all']]);
    expect(holdersOf('ApiKeys', 'dynamodb:DeleteItem')).toEqual([]);
  });

  it("can change only an account's labels, time zone, markers, and counts of keys, owners, and apps", () => {
    const attributes = ['account_id', 'live_management_keys'];
    const apps = ['account_id', 'oauth_clients'];
    const labels = ['account_id', 'labels'];
    const mark = ['account_id', 'no_account_webhooks'];
    const owners = ['account_id', 'active_owners', 'invited_owners'];
    expect(holdersOf('Accounts', 'dynamodb:UpdateItem').toSorted()).toEqual([
      ['ApiKeys', attributes],
      // An erasure deletes invitations that were never accepted.
      ['DataRequestsEraseData', owners],
      ['FinishSignIn', owners],
      ...firstAccount.map((name) => [name, ['account_id', 'email', 'active_owners', 'invited_owners']]),
      ['Labels', labels],
      // Agents can subscribe to the submissions of all forms.
      ['Mcp', mark],
      ['Members', owners],
      ['OauthClients', apps],
      ['UpdateAccount', ['account_id', 'time_zone']],
      ['WebhookChanges', ['account_id', 'event_owners']],
      ['WebhookChanges', [...mark, 'event_owners']],
    ]);
    expect(holdersOf('Accounts', 'dynamodb:PutItem').toSorted()).toEqual([
      ...ofCanary,
      ...firstAccount.map((name) => [name, 'all']),
    ]);
  });

  it("can change only a marker in ingest's form record, except functions that write the form", () => {
    expect(holdersOf('FormSlugs', 'dynamodb:UpdateItem').toSorted()).toEqual([
      // Agents can subscribe to the submissions of a form.
      ['Mcp', ['slug', 'no_webhooks']],
      // Hot forms are only spread over several partitions if the stage accepts enough requests.
      ...(isEverythingOn() ? [['SubmissionCountingCountSubmissions', ['slug', 'pieces']]] : []),
      ['WebhookChanges', ['slug', 'no_webhooks']],
    ]);
    const onlyOfCanary = isEverythingOn() ? [['CanaryRunCanary', 'frm_CANARY0000*']] : [];
    expect(holdersOf('FormSlugs', 'dynamodb:PutItem').toSorted()).toEqual([
      ...onlyOfCanary,
      ['CreateForm', 'all'],
      ...firstAccount.map((name) => [name, 'all']),
      // Agents can create and update forms, with a permission for each.
      ['Mcp', 'all'],
      ['Mcp', 'all'],
      ['UpdateForm', 'all'],
    ]);
  });

  it('can only read whether an account is suspended unless they need more data', () => {
    const readers = holdersOf('Accounts', 'dynamodb:GetItem');
    const more = readers.filter(
      ([, attributes]) => attributes.toString() !== 'account_id,suspended_at,event_owners',
    );
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
      ['BeforePosts', itsLimits],
      ['ChangeFormSubmissions', itsLabels],
      ['ChangeSubmissions', itsLabels],
      // Releasing spam counts towards the account's quota, which depends on its plan.
      ['ChangeSubmissions', 'all'],
      ['Consent', shown],
      ['CreateForm', whoseOwner],
      // The account's plan determines how many forms the account can have.
      ['CreateForm', ['account_id', 'plan']],
      // Needed to check that the reply-to address is confirmed.
      ['CreateReply', ['account_id', 'email']],
      // The key is used to create the digests of addresses.
      ['DataRequestsEraseData', ['account_id', 'cursor_key']],
      ['DataRequestsRunDataRequest', ['account_id', 'name', 'time_zone', 'labels']],
      ['EmailSendingSendEmail', ['account_id', 'name', 'email', 'time_zone', 'cursor_key', 'suspended_at']],
      ['ExportSubmissions', itsLabels],
      ['ExportSubmissions', ['account_id', 'time_zone']],
      // Bulk updates by filter make the same changes.
      ['FormEmails', whoseOwner],
      ['FormJobsRunFormJob', itsLabels],
      ['FormJobsRunFormJob', 'all'],
      // The hosted page is closed if the account's quota is used up.
      ['FormPages', itsLimits],
      ['GetForm', whoseOwner],
      ['GetJob', whoseOwner],
      ['GetMe', shown],
      ['GetPreview', ['account_id', 'name', 'time_zone']],
      ['GetSubmission', itsLabels],
      ['GetTimeline', itsLabels],
      ['Labels', itsLabels],
      ['ListAllSubmissions', itsLabels],
      ['ListDrive', whoseOwner],
      ['ListForms', whoseOwner],
      ['ListSubmissions', itsLabels],
      // The tools for agents run several operations.
      ['Mcp', whoseOwner],
      ['Mcp', itsLabels],
      ['Mcp', shown],
      ['Mcp', ['account_id', 'plan']],
      ['Mcp', 'all'],
      // Shows the same reply-to address.
      ['PreviewReply', whoseOwner],
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

  it("can change only accounts' apps, because installation-wide apps belong to the operator", () => {
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

  it("can append to the audit log but can't change or delete rows, and only one function can read it", () => {
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
      'CreateImport',
      'CreateReply',
      'CreateSession',
      'DataRequests',
      'DeleteForm',
      'DeleteSubmission',
      'FinishSignIn',
      ...firstAccount,
      'FormEmails',
      // Completes the audit row of a bulk update.
      'FormJobsRunFormJob',
      'Imports',
      'IssueToken',
      'Labels',
      'Mcp',
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
      // Records the recoveries that the service starts.
      'WebhookDeliveryRecoveriesRunRecovery',
    ]);
  });

  it('issue and revoke access tokens in one function each', () => {
    expect(holdersOf('AccessTokens', 'dynamodb:PutItem')).toEqual([['IssueToken', 'all']]);
    expect(holdersOf('AccessTokens', 'dynamodb:DeleteItem')).toEqual([['RevokeToken', 'all']]);
  });

  /**
   * Tables with submitted data, its deliveries and e-mails, or secrets. The other tables contain settings,
   * people and counters. The value lists the attributes that a function can read without secrets.
   */
  const SENSITIVE = ['Deliveries', 'Emails', 'FormSlugs', 'Idempotency', 'Replies', 'Submissions', 'Uploads'];
  /** Behind an edge, every API function reads the secret that proves that a request came through the edge. */
  const isEdgeSecret = ({ Action, Resource }: any): boolean =>
    Action === 'secretsmanager:GetSecretValue' && JSON.stringify(Resource).includes('EdgeSecret');
  it('share access to submissions and secrets only among operations that all need it', () => {
    const reads = ['GetItem', 'BatchGetItem', 'Query'].map((each) => `dynamodb:${each}`);
    const access = SENSITIVE.flatMap((table) =>
      reads.flatMap((action) =>
        holdersOf(table, action).map(([name, attributes]) => [name, table, attributes] as const),
      ),
    );
    const page = ['slug', 'account_id', 'form_id', 'name', 'status'];
    const hosted = [
      ...page,
      'honeypot_field',
      'challenge',
      'redirect_url',
      'language',
      'brand',
      'page',
      'fields',
    ];
    const thanks = [...page, 'redirect_url', 'allowed_origins', 'language', 'thank_you', 'brand', 'page'];
    const upload = [
      ...[...page, 'honeypot_field', 'challenge', 'rate_limit', 'redirect_url', 'allowed_origins'],
      ...['retention_days', 'address_salt', 'address_key', 'page', 'pieces'],
    ];
    const puzzle = [
      'slug',
      'account_id',
      'form_id',
      'status',
      'challenge',
      'allowed_origins',
      'address_salt',
    ];
    const shared = new Set(Object.keys(sharedFunctions).map((name) => capitalised(name)));
    const ofShared = access.filter(([name]) => shared.has(name)).map((each) => JSON.stringify(each));
    expect([...new Set(ofShared)].toSorted()).toEqual(
      [
        // Both operations need the form's salt: one to hash addresses, the other to sign puzzles.
        ['BeforePosts', 'FormSlugs', upload],
        ['BeforePosts', 'FormSlugs', puzzle],
        ['Deliveries', 'Deliveries', 'all'],
        ['Filters', 'Submissions', 'all'],
        ['FormFields', 'Submissions', 'all'],
        // The hosted page shows the challenge's site key. The secret is another attribute.
        ['FormPages', 'FormSlugs', hosted],
        ['FormPages', 'FormSlugs', thanks],
        // Templates belong to accounts, and replies to forms.
        ['ReplyTemplates', 'Replies', 'acc_*'],
        ['WebhookChanges', 'FormSlugs', ['slug', 'no_webhooks']],
      ].map((each) => JSON.stringify(each)),
    );
    for (const [id, fn] of functions.filter(([each]) =>
      shared.has(each.replace(/^Http|Function[0-9A-F]+$/g, '')),
    ))
      for (const { Action } of statementsOf(fn.Role['Fn::GetAtt'][0]).filter((each) => !isEdgeSecret(each)))
        for (const action of list(Action)) {
          // Signs file uploads. The function also creates puzzles, because pages request both before a
          // submission.
          if (id.startsWith('HttpBeforePosts') && action === 's3:PutObject') continue;
          // Some stages encrypt tables with their own key (`kms`). Only invitations create users.
          expect({ id, action }).toEqual({
            id,
            action: expect.stringMatching(
              /^(dynamodb|logs|kms):|^sqs:SendMessage$|^cognito-idp:AdminCreateUser$/,
            ),
          });
        }
  });

  it('get webhook secrets only if they sign requests', () => {
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
    expect(names).toEqual(['HttpMcp', 'HttpReplayDelivery', 'HttpTestWebhook', 'WebhookDeliveryDeliver']);
  });
});
