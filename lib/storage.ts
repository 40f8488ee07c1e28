/** Where everything is kept: the tables of DESIGN section 2 and the bucket of attachments. */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

type Action =
  'BatchGetItem' | 'ConditionCheckItem' | 'DeleteItem' | 'GetItem' | 'PutItem' | 'Query' | 'UpdateItem';

interface Keys {
  readonly partition: string;
  readonly sort?: string;
}

/** A table and the name under which functions know it. */
export class ServiceTable extends Construct {
  readonly table: TableV2;
  readonly #variable: VariableName;
  readonly #key: IKey | undefined;
  readonly #partition: string;

  constructor(
    scope: Construct,
    id: string,
    props: { variable: VariableName; keys: Keys; settings: StageSettings; table?: Partial<TablePropsV2> },
  ) {
    super(scope, id);
    const { partition, sort } = props.keys;
    this.#variable = props.variable;
    this.#key = props.table?.encryption?.tableKey;
    this.#partition = partition;
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: partition, type: AttributeType.STRING },
      ...(sort !== undefined && { sortKey: { name: sort, type: AttributeType.STRING } }),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !props.settings.deleteDataWithStack,
      removalPolicy: props.settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      ...props.table,
    });
  }

  /** Lets a function do these things with the table, and tells it the table's name. */
  to(...actions: readonly Action[]): Use {
    return this.#use(actions, [this.table.tableArn]);
  }

  /** Lets a function query this index, and tells it the table's name. */
  toQueryIndex(index: string): Use {
    return this.#use(['Query'], [`${this.table.tableArn}/index/${index}`]);
  }

  /** Lets a function change items without getting back what was in them. */
  toChangeUnseen(...actions: readonly ('UpdateItem' | 'DeleteItem')[]): Use {
    return this.#use(actions, [this.table.tableArn], {
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    });
  }

  /** As `to`, but only of items whose key begins so. */
  toItemsOf(prefix: string, ...actions: readonly Action[]): Use {
    return this.#use(actions, [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `${prefix}*` },
    });
  }

  /** As `to`, but only of these attributes: the store refuses a read that would bring others. */
  toReadOnly(attributes: readonly string[], ...actions: readonly ('GetItem' | 'Query')[]): Use {
    return this.#use(actions, [this.table.tableArn], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    });
  }

  /** Lets a function write these attributes of items, and no others. */
  toUpdateOnly(...attributes: readonly string[]): Use {
    return this.#use(['UpdateItem'], [this.table.tableArn], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [this.#partition, ...attributes] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    });
  }

  #use(actions: readonly Action[], resources: string[], conditions?: Record<string, unknown>): Use {
    return (fn) => {
      fn.setVariable(this.#variable, this.table.tableName);
      fn.allow(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources,
          ...(conditions && { conditions }),
        }),
      );
      if (this.#key) fn.allow(toUseThroughTable(this.#key));
    };
  }
}

/** DynamoDB asks for a table's own key on behalf of whoever calls it; nobody may use the key in any other way. */
function toUseThroughTable(key: IKey): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'kms:Decrypt',
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:GenerateDataKeyWithoutPlaintext',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
    resources: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(key).region}.amazonaws.com` } },
  });
}

/** What everybody but the functions that sign may read of a webhook: everything except its secrets. */
export const SHOWN_OF_WEBHOOKS = [
  'form_id',
  'webhook_id',
  'url',
  'enabled',
  'failing_since',
  'disabled_reason',
  'created_at',
  'updated_at',
];

/** What e-mails need of a form; the challenge's secret is not among it. */
export const EMAILED_OF_FORMS = [
  'account_id',
  'form_id',
  'name',
  'notify_emails',
  'autoresponder',
  'address_salt',
];

const TTL = { timeToLiveAttribute: 'expires_at' };

export class Storage extends Construct {
  readonly accounts: ServiceTable;
  /** Under which hash each key of an account is: an index that is never behind. */
  readonly accountKeys: ServiceTable;
  readonly apiKeys: ServiceTable;
  readonly accessTokens: ServiceTable;
  readonly forms: ServiceTable;
  readonly formSlugs: ServiceTable;
  readonly submissions: ServiceTable;
  readonly webhooks: ServiceTable;
  readonly deliveries: ServiceTable;
  readonly counters: ServiceTable;
  readonly idempotency: ServiceTable;
  readonly attachments: Bucket;

  constructor(scope: Construct, id: string, { settings }: { settings: StageSettings }) {
    super(scope, id);
    const table = (name: string, variable: VariableName, keys: Keys, table: Partial<TablePropsV2> = {}) =>
      new ServiceTable(this, name, { variable, keys, table, settings });
    const string = (name: string) => ({ name, type: AttributeType.STRING });

    this.accounts = table('Accounts', 'ACCOUNTS_TABLE', { partition: 'account_id' });
    this.accountKeys = table('AccountKeys', 'ACCOUNT_KEYS_TABLE', {
      partition: 'account_id',
      sort: 'key_id',
    });
    this.apiKeys = table('ApiKeys', 'API_KEYS_TABLE', { partition: 'key_hash' });
    this.accessTokens = table('AccessTokens', 'ACCESS_TOKENS_TABLE', { partition: 'token_hash' }, TTL);
    this.forms = table(
      'Forms',
      'FORMS_TABLE',
      { partition: 'account_id', sort: 'form_id' },
      { localSecondaryIndexes: [{ indexName: 'by_creation', sortKey: string('created_at') }] },
    );
    this.formSlugs = table('FormSlugs', 'FORM_SLUGS_TABLE', { partition: 'slug' });
    this.submissions = table(
      'Submissions',
      'SUBMISSIONS_TABLE',
      { partition: 'form_id', sort: 'submission_id' },
      { ...TTL, dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES },
    );
    this.webhooks = table(
      'Webhooks',
      'WEBHOOKS_TABLE',
      { partition: 'form_id', sort: 'webhook_id' },
      settings.ownKeyForWebhooks ? { encryption: this.#ownKey('WebhooksKey', settings) } : {},
    );
    this.deliveries = table(
      'Deliveries',
      'DELIVERIES_TABLE',
      { partition: 'webhook_id', sort: 'delivery_id' },
      {
        ...TTL,
        globalSecondaryIndexes: [
          {
            // Sparse: holds only what is not done with (lambdas/domain/watch.ts).
            indexName: 'by_watch',
            partitionKey: string('watch_part'),
            sortKey: string('watch_at'),
            projectionType: ProjectionType.INCLUDE,
            nonKeyAttributes: ['created_at'],
          },
        ],
      },
    );
    this.counters = table('Counters', 'COUNTERS_TABLE', { partition: 'counter' }, TTL);
    this.idempotency = table('Idempotency', 'IDEMPOTENCY_TABLE', { partition: 'idempotency_id' }, TTL);

    this.attachments = new Bucket(this, 'Attachments', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      encryption: BucketEncryption.S3_MANAGED,
      removalPolicy: settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }

  #ownKey(id: string, settings: StageSettings): TableEncryptionV2 {
    const key = new Key(this, id, {
      description: 'Encrypts the signing secrets of webhooks',
      enableKeyRotation: true,
      removalPolicy: settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    return TableEncryptionV2.customerManagedKey(key);
  }
}
