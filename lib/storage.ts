/** Where everything is kept: the tables of DESIGN section 2 and the bucket of attachments. */
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

type Action = 'BatchGetItem' | 'DeleteItem' | 'GetItem' | 'PutItem' | 'Query' | 'UpdateItem';

interface Keys {
  readonly partition: string;
  readonly sort?: string;
}

/** A table and the name under which functions know it. */
export class ServiceTable extends Construct {
  readonly table: TableV2;
  readonly #variable: VariableName;
  readonly #partition: string;

  constructor(
    scope: Construct,
    id: string,
    props: { variable: VariableName; keys: Keys; settings: StageSettings; table?: Partial<TablePropsV2> },
  ) {
    super(scope, id);
    const { partition, sort } = props.keys;
    this.#variable = props.variable;
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
    };
  }
}

/** What everybody but the functions that sign may read of a webhook: everything except its secrets. */
export const SHOWN_OF_WEBHOOKS = ['form_id', 'webhook_id', 'url', 'enabled', 'created_at', 'updated_at'];

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
    this.webhooks = table('Webhooks', 'WEBHOOKS_TABLE', { partition: 'form_id', sort: 'webhook_id' });
    this.deliveries = table(
      'Deliveries',
      'DELIVERIES_TABLE',
      { partition: 'webhook_id', sort: 'delivery_id' },
      TTL,
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
}
