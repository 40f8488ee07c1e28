/** A table of the service, and what its functions may do with it. */
import { RemovalPolicy, Stack, type Duration } from 'aws-cdk-lib';
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
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import { FIVE_MINUTES, ServiceAlarm } from './alarms/service-alarm.ts';
import { restoredTableOf } from './data/restored-tables.ts';
import type { FailedRecords } from './failed-records-bucket.ts';
import type { Grant, ServiceFunction } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

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
  /** Patterns of the records that the function is given; all others cost no invocation. */
  readonly only: readonly object[];
  readonly batchSize: number;
  /** Where records go that the function could not handle. */
  readonly failedRecords: FailedRecords;
  /** How long records may wait for a batch to fill; not at all when absent. */
  readonly batchingWindow?: Duration;
  /** Batches of one shard at the same time; 1, which keeps the order of the records, when absent. */
  readonly parallelBatches?: number;
  /** The alarm that rings when records wait; one for a function, however many streams it reads. */
  readonly late: {
    /** Names the stream in the runbook. */
    readonly stream: string;
    /** What it means for users, in a sentence. */
    readonly meaning: string;
    /** How long a record may wait; the stream keeps it for 24 hours. */
    readonly after: Duration;
  };
}

/** A table and the name under which functions know it. */
export class ServiceTable extends Construct {
  readonly table: ITableV2;
  readonly #variable: VariableName;
  #key: IKey | undefined;
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
      deletionProtection: !props.settings.deleteDataWithStack,
      removalPolicy: props.settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      ...props.table,
    });
  }

  /** Encrypts the table with a key of this account; functions then need permission to use the key. */
  encryptWith(key: IKey): void {
    this.#key = key;
    // CDK's own way wants to know the region, which this stack leaves to the deployment.
    const resource = this.table.node.defaultChild as CfnGlobalTable | undefined;
    // A restored table was encrypted when it was restored.
    if (resource === undefined) return;
    resource.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
    resource.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
  }

  /** Invokes the function with the table's changes, from the oldest that the stream still has. */
  streamTo(fn: ServiceFunction, consumer: StreamConsumer): void {
    fn.lambda.addEventSource(
      new DynamoEventSource(this.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: consumer.only.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        batchSize: consumer.batchSize,
        ...(consumer.batchingWindow && { maxBatchingWindow: consumer.batchingWindow }),
        parallelizationFactor: consumer.parallelBatches ?? 1,
        // A record that always fails is found by halving its batch, tried ten times and then put aside.
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        onFailure: consumer.failedRecords.destination,
      }),
    );
    if (this.#key) fn.allow(useThroughTable(this.#key));
    // The age is that of all streams that the function reads.
    if (fn.node.tryFindChild('Late') !== undefined) return;
    const { stream, meaning, after } = consumer.late;
    new ServiceAlarm(fn, 'Late', {
      metric: fn.lambda.metric('IteratorAge', { ...FIVE_MINUTES, statistic: 'Maximum' }),
      threshold: after.toMilliseconds(),
      meaning,
      remedy: 'Find the error in the log of its function: the stream keeps records for 24 hours only.',
      section: `late-stream-${stream}`,
    });
  }

  /** Lets a function do these things with the table, and tells it the table's name. */
  grant(...actions: readonly Action[]): Grant {
    return this.#grant(actions, [this.table.tableArn]);
  }

  /** Tells a function the table's name, and lets it do nothing. */
  readonly grantName: Grant = (fn) => fn.setVariable(this.#variable, this.table.tableName);

  /** Lets a function query this index, and tells it the table's name. */
  grantQueryIndex(index: string): Grant {
    return this.#grant(['Query'], [this.#indexArn(index)]);
  }

  /** The same for these attributes only, as `grantReadAttributes`. */
  grantQueryIndexAttributes(index: string, attributes: readonly string[]): Grant {
    return this.#grant(['Query'], [this.#indexArn(index)], readOnly(attributes));
  }

  /** Lets a function read these attributes only: DynamoDB refuses a read that would bring others. */
  grantReadAttributes(
    attributes: readonly string[],
    ...actions: readonly ('BatchGetItem' | 'GetItem' | 'Query')[]
  ): Grant {
    return this.#grant(actions, [this.table.tableArn], readOnly(attributes));
  }

  /** Lets a function write these attributes of items, and no others, without getting back what was in the item. */
  grantUpdateAttributes(...attributes: readonly string[]): Grant {
    return this.#grant(['UpdateItem'], [this.table.tableArn], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [this.#partition, ...attributes] },
      ...WITHOUT_RETURN,
    });
  }

  /** Lets a function change items without getting back what was in them. */
  grantWriteWithoutReturn(
    ...actions: readonly ('ConditionCheckItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[]
  ): Grant {
    return this.#grant(actions, [this.table.tableArn], WITHOUT_RETURN);
  }

  /** Lets a function put items whose partition key begins like this, without getting back what was there. */
  grantAdd(prefix: string): Grant {
    return this.#grant(['PutItem'], [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `${prefix}*` },
      ...WITHOUT_RETURN,
    });
  }

  /** As `grant`, but only for items whose partition key begins like this. */
  grantKeyPrefix(prefix: string, ...actions: readonly Action[]): Grant {
    return this.#grant(actions, [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': `${prefix}*` },
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
      if (this.#key) fn.allow(useThroughTable(this.#key));
    };
  }
}

const readOnly = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
  StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

const WITHOUT_RETURN = { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } };

/** DynamoDB uses a table's own key in the name of the function that calls it; the function may use it no other way. */
function useThroughTable(key: IKey): PolicyStatement {
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
