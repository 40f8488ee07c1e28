/** A table of the service, and what its functions may do with it. */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  TableEncryptionV2,
  TableV2,
  type CfnGlobalTable,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Use } from './service-function.ts';
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

/** A table and the name under which functions know it. */
export class ServiceTable extends Construct {
  readonly table: TableV2;
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

  /** Encrypts the table with a key of this account, of which whoever uses the table needs leave. */
  encryptWith(key: IKey): void {
    this.#key = key;
    // CDK's own way wants to know the region, which this stack leaves to the deployment.
    const resource = this.table.node.defaultChild as CfnGlobalTable;
    resource.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
    resource.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
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
