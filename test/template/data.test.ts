/** Tests the resources of a stage's stack that store and restore data. */
import { WrongSetting } from '../../lib/settings/stage-settings.ts';
import { templateWith as templateOf } from '../support/assembly/templates.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

let plain: Record<string, any>;
beforeAll(() => {
  plain = templateWith({});
});

const templateWith = (context: Record<string, unknown>): Record<string, any> =>
  templateOf({ 'svc:stage': 'test', ...context });
const all = (type: string, of: Record<string, any>): [string, any][] =>
  Object.entries(of['Resources'] as Record<string, any>).filter(([, { Type }]) => Type === type);
const attachmentsOf = (of: Record<string, any>): any =>
  all('AWS::S3::Bucket', of).find(([id]) => id.startsWith('StorageAttachments'))?.[1];
const dataKeys = (of: Record<string, any>): [string, any][] => all('AWS::KMS::Key', of);
const TABLE = 'AWS::DynamoDB::GlobalTable';

describe('submission files', () => {
  it('can be restored for 30 days, or for one day if they were never submitted', () => {
    const { VersioningConfiguration, LifecycleConfiguration } = attachmentsOf(plain).Properties;
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(LifecycleConfiguration.Rules).toEqual([
      {
        Status: 'Enabled',
        Prefix: 'uploads/',
        ExpirationInDays: 1,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      { Status: 'Enabled', Prefix: 'frm_', NoncurrentVersionExpiration: { NoncurrentDays: 30 } },
      {
        Status: 'Enabled',
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        ExpiredObjectDeleteMarker: true,
      },
    ]);
  });

  it('have old versions that only the erasure function can list and delete and no function can read', () => {
    const actionsOf = (id: string): string[] =>
      statementsOfRole(plain['Resources'], id).flatMap(({ Action }) => Action as string | string[]);
    const roles = all('AWS::IAM::Role', plain).map(([id]) => id);
    const onBuckets = new Set(roles.flatMap(actionsOf).filter((action) => action.startsWith('s3:')));
    expect([...onBuckets].toSorted()).toEqual([
      's3:AbortMultipartUpload',
      's3:DeleteObject',
      's3:DeleteObjectVersion',
      's3:GetObject',
      's3:ListBucket',
      's3:ListBucketVersions',
      's3:PutObject',
    ]);
    for (const action of ['s3:DeleteObjectVersion', 's3:ListBucketVersions']) {
      const holders = roles.filter((id) => actionsOf(id).includes(action));
      expect([action, holders]).toEqual([
        action,
        [expect.stringMatching(/^DataRequestsEraseDataRole[0-9A-F]{8}$/)],
      ]);
    }
    const erases = roles
      .flatMap((id) => statementsOfRole(plain['Resources'], id))
      .filter(({ Action }) => Action === 's3:DeleteObjectVersion');
    expect(JSON.stringify(erases[0].Resource)).toMatch(/StorageAttachments.*\/frm_\*.*\/uploads\/\*/);
  });

  it('are stored in the only bucket with versioning', () => {
    const versioned = all('AWS::S3::Bucket', plain).filter(
      ([, { Properties }]) => Properties.VersioningConfiguration,
    );
    expect(versioned).toHaveLength(1);
  });
});

describe('without data settings', () => {
  it('has no backups, no access logs, and no functions that empty buckets, and retains its data', () => {
    const types = new Set(Object.values(plain['Resources']).map(({ Type }: any) => Type as string));
    expect([...types].filter((type) => /Backup|AutoDelete/.test(type))).toEqual([]);
    for (const [, bucket] of all('AWS::S3::Bucket', plain)) {
      expect(bucket).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      expect(bucket.Properties.LoggingConfiguration).toBeUndefined();
    }
    for (const [, table] of all(TABLE, plain)) expect(table.DeletionPolicy).toBe('RetainExceptOnCreate');
  });
});

describe('svc:bucketAccessLogDays', () => {
  it("sends every bucket's access logs to one bucket under separate prefixes and keeps them for the configured time", () => {
    const template = templateWith({ 'svc:bucketAccessLogDays': 90 });
    const buckets = all('AWS::S3::Bucket', template);
    const [[logs, { Properties }], ...others] = buckets.filter(([id]) => id.startsWith('FormAccessLogs')) as [
      [string, any],
    ];
    expect(others).toEqual([]);
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      {
        Status: 'Enabled',
        ExpirationInDays: 90,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
    const logging = buckets
      .filter(([id]) => id !== logs)
      .map(([, each]) => each.Properties.LoggingConfiguration);
    expect(logging.map(({ DestinationBucketName }) => DestinationBucketName)).toEqual(
      logging.map(() => ({ Ref: logs })),
    );
    const prefixes = logging.map(({ LogFilePrefix }) => LogFilePrefix);
    expect(prefixes).toContain('storage-attachments/');
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(buckets).toHaveLength(all('AWS::S3::Bucket', plain).length + 1);
    // Only the S3 service can write to the bucket, and only over TLS.
    const [[, policy]] = all('AWS::S3::BucketPolicy', template).filter(
      ([, each]) => each.Properties.Bucket.Ref === logs,
    ) as [[string, any]];
    const statements = policy.Properties.PolicyDocument.Statement;
    expect(statements.map(({ Effect, Action }: any) => [Effect, Action])).toEqual([
      ['Deny', 's3:*'],
      ...logging.map(() => ['Allow', 's3:PutObject']),
    ]);
    for (const { Principal } of statements.slice(1))
      expect(Principal).toEqual({ Service: 'logging.s3.amazonaws.com' });
  });
});

describe('svc:deleteDataWithStack', () => {
  it('deletes tables and buckets with the stack and empties each bucket first', () => {
    const template = templateWith({ 'svc:deleteDataWithStack': true, 'svc:bucketAccessLogDays': 1 });
    const buckets = all('AWS::S3::Bucket', template);
    for (const [, resource] of [...buckets, ...all(TABLE, template)])
      expect(resource).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
    const emptied = all('Custom::S3AutoDeleteObjects', template).map(
      ([, { Properties }]) => Properties.BucketName.Ref,
    );
    expect(emptied.toSorted()).toEqual(buckets.map(([id]) => id).toSorted());
  });

  it('lets only one dedicated role empty the buckets', () => {
    const template = templateWith({ 'svc:deleteDataWithStack': true });
    const policies = all('AWS::S3::BucketPolicy', template);
    const principals = policies.flatMap(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Effect }: any) => Effect === 'Allow').map(
        ({ Principal }: any) => Principal.AWS['Fn::GetAtt'][0],
      ),
    );
    expect(principals).toHaveLength(policies.length);
    const [role, ...others] = [...new Set(principals)];
    expect(others).toEqual([]);
    const holders = all('AWS::Lambda::Function', template).filter(([, { Properties }]) =>
      JSON.stringify(Properties.Role).includes(String(role)),
    );
    expect(holders.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'CustomS3AutoDeleteObjectsCustomResourceProviderHandler',
    ]);
  });
});

describe('the period for which an erasure certificate says that data remains', () => {
  const variablesOf = (of: Record<string, any>): Record<string, string> => {
    const found = all('AWS::Lambda::Function', of).find(([id]) => id.startsWith('DataRequestsEraseData'));
    return found?.[1].Properties.Environment.Variables;
  };

  it("follows the stage's log retention and daily backups", () => {
    expect(variablesOf(plain)['LOG_RETENTION_DAYS']).toBe('30');
    expect(variablesOf(plain)).not.toHaveProperty('BACKUP_RETENTION_DAYS');
    const changed = templateWith({ 'svc:logRetentionDays': 7, 'svc:backup': { retentionDays: 90 } });
    expect(variablesOf(changed)).toMatchObject({ LOG_RETENTION_DAYS: '7', BACKUP_RETENTION_DAYS: '90' });
    const logGroups = all('AWS::Logs::LogGroup', changed);
    expect(logGroups.length).toBeGreaterThan(10);
    for (const [id, { Properties }] of logGroups) expect([id, Properties.RetentionInDays]).toEqual([id, 7]);
  });

  it('is 35 days for all tables, the default of point-in-time recovery', () => {
    for (const [id, { Properties }] of all(TABLE, plain))
      for (const replica of Properties.Replicas)
        expect([id, replica.PointInTimeRecoverySpecification]).toEqual([
          id,
          { PointInTimeRecoveryEnabled: true },
        ]);
  });
});

describe('svc:backup', () => {
  const template = () => templateWith({ 'svc:backup': { retentionDays: 90 } });
  const propertiesOf = (type: string, of: Record<string, any>): any => {
    const [[, { Properties }], ...others] = all(type, of) as [[string, any]];
    expect(others).toEqual([]);
    return Properties;
  };

  it('backs up the files and every table daily and keeps each copy for the configured time', () => {
    const of = template();
    expect(propertiesOf('AWS::Backup::BackupPlan', of).BackupPlan.BackupPlanRule).toEqual([
      {
        RuleName: 'daily',
        ScheduleExpression: 'cron(0 3 * * ? *)',
        Lifecycle: { DeleteAfterDays: 90 },
        TargetBackupVault: expect.anything(),
      },
    ]);
    const { Resources } = propertiesOf('AWS::Backup::BackupSelection', of).BackupSelection;
    const selected = Resources.map((arn: any) => arn['Fn::GetAtt'][0]).toSorted();
    const tables = all(TABLE, of).map(([id]) => id);
    const [attachments] = all('AWS::S3::Bucket', of).find(([id]) => id.startsWith('StorageAttachments'))!;
    expect(selected).toEqual([...tables, attachments].toSorted());
  });

  it('encrypts backups with a key in the account and retains the vault and the key when the stack is deleted', () => {
    const of = templateWith({ 'svc:backup': {}, 'svc:deleteDataWithStack': true });
    expect(propertiesOf('AWS::Backup::BackupVault', of).EncryptionKeyArn).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^DataBackupKey/), 'Arn'],
    });
    for (const found of [all('AWS::Backup::BackupVault', of), dataKeys(of)])
      expect(found.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(['RetainExceptOnCreate']);
    expect(dataKeys(of)[0]![1].Properties.EnableKeyRotation).toBe(true);
  });

  it('lets AWS Backup only make copies, so that no role in the stack can restore them', () => {
    const of = template();
    const roles = all('AWS::IAM::Role', of).filter(([, role]) =>
      JSON.stringify(role).includes('backup.amazonaws.com'),
    );
    expect(roles).toHaveLength(1);
    const { ManagedPolicyArns, Policies } = roles[0]![1].Properties;
    expect(Policies).toBeUndefined();
    expect(ManagedPolicyArns.map((arn: any) => arn['Fn::Join'][1].at(-1))).toEqual([
      ':iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup',
      ':iam::aws:policy/AWSBackupServiceRolePolicyForS3Backup',
    ]);
  });

  it('uses an existing vault if the setting names one', () => {
    const of = templateWith({ 'svc:backup': { vault: 'vault-of-before' } });
    expect([...all('AWS::Backup::BackupVault', of), ...dataKeys(of)]).toEqual([]);
    const [rule] = propertiesOf('AWS::Backup::BackupPlan', of).BackupPlan.BackupPlanRule;
    expect(rule.TargetBackupVault).toBe('vault-of-before');
  });

  it.each([{ retentionDays: 0 }, { retentionDays: 4000 }, { days: 3 }, true])('must not be %j', (backup) => {
    expect(() => templateWith({ 'svc:backup': backup })).toThrow(WrongSetting);
  });
});

describe('svc:restore', () => {
  const streamArn =
    'arn:aws:dynamodb:eu-central-1:123456789012:table/submissions-of-monday/stream/2026-11-20T10:00:00.000';
  const restore = {
    tables: {
      Forms: 'forms-of-monday',
      Submissions: { name: 'submissions-of-monday', streamArn },
    },
    buckets: { Attachments: 'files-of-monday' },
  };

  it("replaces the stack's tables with restored ones in variables, permissions, streams, and outputs", () => {
    const template = templateWith({ 'svc:restore': restore, 'svc:backup': {} });
    const text = JSON.stringify(template);
    expect(text.includes('"StorageFormsTable')).toBe(false);
    expect(text.includes('"StorageSubmissionsTable')).toBe(false);
    expect(all(TABLE, template)).toHaveLength(all(TABLE, plain).length - 2);
    const functions = all('AWS::Lambda::Function', template).map(
      ([, { Properties }]) => Properties.Environment.Variables,
    );
    const named = (variable: string) =>
      new Set(functions.map((variables) => variables[variable]).filter(Boolean));
    expect(named('FORMS_TABLE')).toEqual(new Set(['forms-of-monday']));
    expect(named('SUBMISSIONS_TABLE')).toEqual(new Set(['submissions-of-monday']));
    const readers = all('AWS::Lambda::EventSourceMapping', template).filter(
      ([, { Properties }]) => Properties.EventSourceArn === streamArn,
    );
    expect(readers).toHaveLength(2);
    for (const [, { Properties }] of readers) expect(Properties.StartingPosition).toBe('TRIM_HORIZON');
    expect(template['Outputs'].SubmissionsTable.Value).toBe('submissions-of-monday');
    expect(template['Outputs'].AttachmentsBucket.Value).toBe('files-of-monday');
    // The permissions include the forms table's local index.
    expect(text.includes(':table/forms-of-monday/index/by_creation')).toBe(true);
    const [[, { Properties }]] = all('AWS::Backup::BackupSelection', template) as [[string, any]];
    const resources = JSON.stringify(Properties.BackupSelection.Resources);
    expect(resources).toContain(':table/submissions-of-monday');
    expect(resources).toContain(':s3:::files-of-monday');
  });

  it("grants functions the same permissions on restored tables as on the stack's tables", () => {
    const permissions = (of: Record<string, any>) =>
      Object.fromEntries(
        all('AWS::IAM::Role', of).map(([id]) => [
          id,
          statementsOfRole(of['Resources'], id).flatMap(({ Action }) => Action),
        ]),
      );
    const restored = permissions(templateWith({ 'svc:restore': restore }));
    expect(restored).toEqual(permissions(plain));
  });

  it('requires TLS for a restored bucket', () => {
    const template = templateWith({ 'svc:restore': restore });
    expect(attachmentsOf(template)).toBeUndefined();
    const [[, { Properties }]] = all('AWS::S3::BucketPolicy', template).filter(
      ([, { Properties }]) => Properties.Bucket === 'files-of-monday',
    ) as [[string, any]];
    expect(Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    ]);
  });

  it("keeps secrets encrypted with the stack's key, which functions can also use for the restored tables", () => {
    const template = templateWith({ 'svc:restore': restore, 'svc:ownKeyForWebhooks': true });
    expect(dataKeys(template)).toHaveLength(1);
    const [reader] = all('AWS::IAM::Role', template).find(([id]) => id.startsWith('HttpGetFormRole'))!;
    expect(JSON.stringify(statementsOfRole(template['Resources'], reader))).toContain('kms:Decrypt');
  });

  it.each([
    ['an unknown table', { tables: { Nonsense: 'abc' } }, 'names unknown tables: Nonsense'],
    ['a table without the stream', { tables: { Submissions: 'abc' } }, 'must name the stream of Submissions'],
    [
      "a stream for a table that doesn't need one",
      { tables: { Forms: { name: 'abc', streamArn } } },
      'reads no stream of this table',
    ],
    [
      'something other than a stream',
      { tables: { Submissions: { name: 'abc', streamArn: 'x' } } },
      'svc:restore.tables',
    ],
    ['another bucket', { buckets: { Exports: 'abc' } }, 'Unknown setting "svc:restore.buckets.Exports"'],
    ['an invalid name', { tables: { Forms: 'a b' } }, 'svc:restore.tables'],
  ])('must not be %s', (_, wrong, message) => {
    const made = () => templateWith({ 'svc:restore': wrong });
    expect(made).toThrow(WrongSetting);
    expect(made).toThrow(message);
  });
});
