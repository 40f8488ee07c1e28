/** Defines a DynamoDB table and its grants. */
import { Stack, type Duration } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  TableEncryptionV2,
  TableV2,
  type CfnGlobalTable,
  type ITableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { FIVE_MINUTES, ServiceAlarm } from '../alarms/service-alarm.ts';
import { restoredTableOf } from './restored-tables.ts';
import type { FailedRecords } from './failed-records-bucket.ts';
import type { Grant, ServiceFunction } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import { dataRemoval, hasDeletionProtection } from '../settings/data-protection.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

type Action =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'Scan'
  | 'UpdateItem';

export interface Keys {
  readonly partition: string;
  readonly sort?: string;
}

export interface StreamConsumer {
  /**
   * Event filter patterns. The function is only invoked for stream records that match at least one of them.
   */
  readonly filters: readonly object[];
  readonly batchSize: number;
  readonly failedRecords: FailedRecords;
  /** Maximum time to wait for a full batch. If absent, the function doesn't wait. */
  readonly maxBatchingWindow?: Duration;
  /**
   * Number of concurrent batches per shard. Defaults to 1, the only value that preserves the order of all
   * records.
   */
  readonly parallelizationFactor?: number;
  /**
   * Triggers an alarm when records reach this age. Must be well below 24 hours, because the stream drops
   * records after that time.
   */
  readonly lateAfter: Duration;
  /**
   * How delayed records affect users. If set, the function has its own alarm. Otherwise, it reports late
   * records, and all such functions share the alarm `LateWork`, because CloudWatch charges for each alarm.
   */
  readonly lateImpact?: string;
}

/** A DynamoDB table and the environment variable for its name. */
export class ServiceTable extends Construct {
  readonly table: ITableV2;
  readonly #variable: VariableName;
  /** Lets a function use the table's key, if the table is encrypted with a customer managed key. */
  #grantUseKey: Grant = () => undefined;
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
    const restored = restoredTableOf(
      props.settings.restore.tables,
      id,
      props.table?.dynamoStream !== undefined,
    );
    if (restored !== undefined) {
      const { name: tableName, streamArn: tableStreamArn } = restored;
      this.table = TableV2.fromTableAttributes(this, 'Table', {
        tableName,
        ...(tableStreamArn !== undefined && { tableStreamArn }),
      });
      return;
    }
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: partition, type: AttributeType.STRING },
      ...(sort !== undefined && { sortKey: { name: sort, type: AttributeType.STRING } }),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: hasDeletionProtection(this, props.settings),
      removalPolicy: dataRemoval(props.settings),
      ...props.table,
    });
  }

  /**
   * Encrypts the table with a customer managed key. The table's grants then include permission to use the
   * key.
   */
  encryptWith(key: Key): void {
    this.#grantUseKey = shared(key, 'Use', (fn) => fn.allow(useKeyThroughDynamoDb(key)));
    // Sets the encryption on the underlying resource, because CDK's own option needs the region, which is
    // only known during deployment.
    const resource = this.table.node.defaultChild as CfnGlobalTable | undefined;
    // A restored table is not a resource of this stack. Its encryption was set when it was restored.
    if (resource === undefined) return;
    resource.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
    resource.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
  }

  /** Makes the function a consumer of the table's stream, starting with the oldest record. */
  streamTo(fn: ServiceFunction, consumer: StreamConsumer): void {
    fn.lambda.addEventSource(
      new DynamoEventSource(this.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: consumer.filters.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        batchSize: consumer.batchSize,
        ...(consumer.maxBatchingWindow && { maxBatchingWindow: consumer.maxBatchingWindow }),
        parallelizationFactor: consumer.parallelizationFactor ?? 1,
        // Bisecting batches isolates a record that always fails. After ten retries, the failing record goes
        // to the on-failure destination.
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        onFailure: consumer.failedRecords.destination,
      }),
    );
    this.#grantUseKey(fn);
    const { lateAfter, lateImpact } = consumer;
    if (lateImpact === undefined) fn.setVariable('LATE_AFTER_SECONDS', String(lateAfter.toSeconds()));
    else
      new ServiceAlarm(fn, `Late${fn.node.id}`, {
        metric: fn.lambda.metric('IteratorAge', { ...FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: lateAfter.toMilliseconds(),
        impact: lateImpact,
        action: 'Find the error in the log of the function soon: the stream drops records after 24 hours.',
      });
  }

  /**
   * Returns a grant that allows these actions on the table and sets the environment variable for its name.
   */
  grant(...actions: readonly Action[]): Grant {
    return this.#grant(actions, [this.table.tableArn]);
  }

  /** Sets the environment variable for the table's name without granting any permissions. */
  readonly grantName: Grant = (fn) => fn.setVariable(this.#variable, this.table.tableName);

  /** Returns a grant that lets a function query an index. */
  grantQueryIndex(index: string): Grant {
    return this.#grant(['Query'], [this.#indexArn(index)]);
  }

  /**
   * Returns a grant that lets a function query these attributes of an index. DynamoDB denies requests for any
   * other attributes.
   */
  grantQueryIndexAttributes(index: string, attributes: readonly string[]): Grant {
    return this.#grant(['Query'], [this.#indexArn(index)], readOnly(attributes));
  }

  /**
   * Returns a grant that lets a function read these attributes. DynamoDB denies requests for any other
   * attributes.
   */
  grantReadAttributes(
    attributes: readonly string[],
    ...actions: readonly ('BatchGetItem' | 'GetItem' | 'Query' | 'Scan')[]
  ): Grant {
    return this.#grant(actions, [this.table.tableArn], readOnly(attributes));
  }

  /** Returns a grant that lets a function update these attributes, but not retrieve the old item. */
  grantUpdateAttributes(...attributes: readonly string[]): Grant {
    return this.#grant(['UpdateItem'], [this.table.tableArn], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [this.#partition, ...attributes] },
      ...WITHOUT_RETURN,
    });
  }

  /** Returns a grant that lets a function write items, but not retrieve the old ones. */
  grantWriteWithoutReturn(
    ...actions: readonly ('ConditionCheckItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[]
  ): Grant {
    return this.#grant(actions, [this.table.tableArn], WITHOUT_RETURN);
  }

  /**
   * Returns a grant that lets a function put items with this partition key prefix, but not retrieve the old
   * ones.
   */
  grantAdd(prefix: string): Grant {
    return this.#grant(['PutItem'], [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `${prefix}*` },
      ...WITHOUT_RETURN,
    });
  }

  /** Returns a grant that allows these actions on items with this partition key prefix. */
  grantKeyPrefix(prefix: string, ...actions: readonly Action[]): Grant {
    return this.#grant(actions, [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `${prefix}*` },
    });
  }

  /** Like `grantKeyPrefix`. A request may combine items with any of these prefixes. */
  grantKeyPrefixes(prefixes: readonly string[], ...actions: readonly Action[]): Grant {
    return this.#grant(actions, [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
    });
  }

  #indexArn(index: string): string {
    return `${this.table.tableArn}/index/${index}`;
  }

  #grant(actions: readonly Action[], resources: string[], conditions?: Record<string, unknown>): Grant {
    return (fn) => {
      fn.setVariable(this.#variable, this.table.tableName);
      fn.allow(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources,
          ...(conditions && { conditions }),
        }),
      );
      this.#grantUseKey(fn);
    };
  }
}

const readOnly = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
  StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

const WITHOUT_RETURN = { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } };

/** Returns a policy statement that allows using the key, but only through DynamoDB. */
function useKeyThroughDynamoDb(key: IKey): PolicyStatement {
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
