/** Creates the tables and buckets of the service. */
import { Duration } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, StreamViewType, type TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { HttpMethods, type Bucket, type CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ZIP_DAYS } from '../../lambdas/data-requests/data-request.ts';
import { IMPORT_DAYS, IMPORTS } from '../../lambdas/imports/import.ts';
import { ATTACHMENTS, attachmentsBucket, UPLOADS } from './attachments-bucket.ts';
import { assertKnownTables } from './restored-tables.ts';
import { accountStatusAttributes, sessionAccountAttributes } from '../../lambdas/accounts/account.ts';
import { appKeyAttributes } from '../../lambdas/auth/connections/connection-principal.ts';
import type { VariableName } from '../../lambdas/environment.ts';
import { formWithoutSecrets } from '../../lambdas/forms/form.ts';
import { SEARCH_INDEXES } from '../../lambdas/submissions/search-index/part-keys.ts';
import {
  affectedIndexAttributes,
  searchedIndexAttributes,
} from '../../lambdas/submissions/search-index/search-index.ts';
import { accessFormAttributes } from '../../lambdas/webhooks/subscriptions/subscription-access.ts';
import { webhookAttributes } from '../../lambdas/webhooks/webhook.ts';
import { PrivateBucket } from './private-bucket.ts';
import { allOf, variable, type Grant, type GrantTarget } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import { ServiceTable, type Keys } from './service-table.ts';
import { dataRemoval } from '../settings/data-protection.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Prefix of the ZIP files for data requests in the Exports bucket. */
const DATA_EXPORTS = 'data-requests/';
/** Prefixes of large exports in the Exports bucket. Each export belongs to an account or a form. */
const LARGE_EXPORTS = ['acc_', 'frm_'] as const;
type LargeExports = (typeof LARGE_EXPORTS)[number];
type ObjectAction = 'AbortMultipartUpload' | 'DeleteObject' | 'GetObject' | 'PutObject';

/** Form attributes that contain no secrets. */
const FORM_ATTRIBUTES = formWithoutSecrets.keyof().options;

const TTL = { timeToLiveAttribute: 'expires_at' };

export class Storage extends Construct {
  readonly accounts: ServiceTable;
  /** Hashes of API keys by account. Serves as an index of `apiKeys` that supports strongly consistent reads. */
  readonly accountKeys: ServiceTable;
  readonly apiKeys: ServiceTable;
  readonly accessTokens: ServiceTable;
  readonly forms: ServiceTable;
  readonly members: ServiceTable;
  /** Invited e-mail addresses, stored for seven days. */
  readonly invitations: ServiceTable;
  /** Maps sign-in identities and e-mail addresses to members in all accounts. */
  readonly identities: ServiceTable;
  /** Sessions, keyed by the member or API key that they belong to. */
  readonly sessions: ServiceTable;
  /** OAuth clients that belong to an account or to the installation. */
  readonly oauthClients: ServiceTable;
  /** Apps that an account's members have connected. */
  readonly connections: ServiceTable;
  /** Authorization codes, which are valid for one minute. Used codes are kept for a day to detect reuse. */
  readonly authorizationCodes: ServiceTable;
  /** Confirmed addresses by account, and unsubscribed addresses by form. */
  readonly recipients: ServiceTable;
  readonly formSlugs: ServiceTable;
  /** The log of e-mails sent for submissions. */
  readonly emails: ServiceTable;
  /** Replies to submissions by form, and reply templates by account. */
  readonly replies: ServiceTable;
  readonly submissions: ServiceTable;
  readonly webhooks: ServiceTable;
  readonly deliveries: ServiceTable;
  /** Webhook recoveries, including running ones. */
  readonly recoveries: ServiceTable;
  /**
   * Unfinished background jobs, weekly spam summaries, bulk jobs, imports, data requests and search indexes.
   */
  readonly formJobs: ServiceTable;
  readonly counters: ServiceTable;
  readonly idempotency: ServiceTable;
  /** Uploads that haven't been submitted yet. */
  readonly uploads: ServiceTable;
  /** The audit log, by account and month. */
  readonly auditEvents: ServiceTable;
  readonly attachments: IBucket;
  readonly exports: Bucket;
  /** All tables. A table's id is its name in docs/architecture.md, such as `Forms`. */
  readonly tables: readonly ServiceTable[];

  constructor(scope: Construct, id: string, { settings }: { settings: StageSettings }) {
    super(scope, id);
    const tables: ServiceTable[] = [];
    this.tables = tables;
    const table = (name: string, variable: VariableName, keys: Keys, table: Partial<TablePropsV2> = {}) => {
      const made = new ServiceTable(this, name, { variable, keys, table, settings });
      tables.push(made);
      return made;
    };
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
      {
        localSecondaryIndexes: [{ indexName: 'by_creation', sortKey: string('created_at') }],
        // Stream records only include keys, because a form's challenge secret must not be stored in the
        // stream or the failed records.
        ...(settings.eventBus && { dynamoStream: StreamViewType.KEYS_ONLY }),
      },
    );
    this.members = table('Members', 'MEMBERS_TABLE', { partition: 'account_id', sort: 'member_id' });
    this.invitations = table(
      'Invitations',
      'INVITATIONS_TABLE',
      { partition: 'account_id', sort: 'email_key' },
      TTL,
    );
    this.identities = table('Identities', 'IDENTITIES_TABLE', {
      partition: 'identity_key',
      sort: 'account_id',
    });
    this.sessions = table(
      'Sessions',
      'SESSIONS_TABLE',
      { partition: 'holder_id', sort: 'session_hash' },
      TTL,
    );
    this.oauthClients = table('OauthClients', 'OAUTH_CLIENTS_TABLE', {
      partition: 'owner',
      sort: 'client_id',
    });
    this.connections = table(
      'Connections',
      'CONNECTIONS_TABLE',
      { partition: 'account_id', sort: 'connection_id' },
      { dynamoStream: StreamViewType.OLD_IMAGE },
    );
    this.authorizationCodes = table(
      'AuthorizationCodes',
      'AUTHORIZATION_CODES_TABLE',
      { partition: 'code_hash' },
      TTL,
    );
    this.recipients = table('Recipients', 'RECIPIENTS_TABLE', {
      partition: 'owner_id',
      sort: 'recipient_id',
    });
    this.formSlugs = table('FormSlugs', 'FORM_SLUGS_TABLE', { partition: 'slug' });
    this.emails = table(
      'Emails',
      'EMAILS_TABLE',
      { partition: 'form_id', sort: 'email_key' },
      { ...TTL, dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES },
    );
    this.replies = table('Replies', 'REPLIES_TABLE', { partition: 'owner_id', sort: 'reply_key' });
    this.submissions = table(
      'Submissions',
      'SUBMISSIONS_TABLE',
      { partition: 'form_id', sort: 'submission_id' },
      {
        ...TTL,
        dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
        // Sparse index: only spam has the attribute, so accepted submissions don't need an extra write.
        globalSecondaryIndexes: [
          {
            indexName: 'spam',
            partitionKey: string('spam_form_id'),
            sortKey: string('submission_id'),
            projectionType: ProjectionType.KEYS_ONLY,
          },
        ],
      },
    );
    this.webhooks = table(
      'Webhooks',
      'WEBHOOKS_TABLE',
      { partition: 'owner_id', sort: 'webhook_id' },
      {
        // Only two kinds of items expire: agents' subscriptions and the ids of deleted webhooks
        // (lambdas/webhooks/webhook-id-store.ts).
        ...TTL,
        // Sparse index: contains only webhooks created by apps
        // (lambdas/webhooks/apps/connection-webhook-store.ts).
        globalSecondaryIndexes: [
          {
            indexName: 'connection',
            partitionKey: string('connection_id'),
            sortKey: string('webhook_id'),
            projectionType: ProjectionType.KEYS_ONLY,
          },
        ],
      },
    );
    if (settings.ownKeyForWebhooks) {
      const key = new Key(this, 'WebhooksKey', {
        description:
          'Encrypts the signing secrets of webhooks, and forms with the secrets of their challenges',
        enableKeyRotation: true,
        removalPolicy: dataRemoval(settings),
      });
      for (const table of [this.webhooks, this.forms, this.formSlugs]) table.encryptWith(key);
    }
    this.deliveries = table(
      'Deliveries',
      'DELIVERIES_TABLE',
      { partition: 'webhook_id', sort: 'delivery_id' },
      {
        ...TTL,
        dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
        globalSecondaryIndexes: [
          {
            // Sparse index: contains only unfinished deliveries (lambdas/webhooks/delivery/overdue-index.ts).
            indexName: 'overdue',
            partitionKey: string('overdue_shard'),
            sortKey: string('check_at'),
            projectionType: ProjectionType.INCLUDE,
            nonKeyAttributes: ['created_at'],
          },
          {
            // Sparse index: contains only failed deliveries, which a recovery can send again
            // (lambdas/webhooks/recovery).
            indexName: 'failed',
            partitionKey: string('webhook_id'),
            sortKey: string('failed_at'),
            projectionType: ProjectionType.KEYS_ONLY,
          },
        ],
      },
    );
    this.recoveries = table(
      'Recoveries',
      'RECOVERIES_TABLE',
      { partition: 'webhook_id', sort: 'recovery_id' },
      TTL,
    );
    this.formJobs = table('FormJobs', 'FORM_JOBS_TABLE', { partition: 'form_id', sort: 'kind' }, TTL);
    this.counters = table('Counters', 'COUNTERS_TABLE', { partition: 'counter' }, TTL);
    this.idempotency = table(
      'Idempotency',
      'IDEMPOTENCY_TABLE',
      { partition: 'form_id', sort: 'key_digest' },
      TTL,
    );

    this.uploads = table(
      'Uploads',
      'UPLOADS_TABLE',
      { partition: 'form_id', sort: 'upload_id' },
      { ...TTL, dynamoStream: StreamViewType.OLD_IMAGE },
    );

    this.auditEvents = table(
      'AuditEvents',
      'AUDIT_EVENTS_TABLE',
      { partition: 'account_month', sort: 'event_id' },
      TTL,
    );

    assertKnownTables(
      settings.restore.tables,
      tables.map(({ node }) => node.id),
    );

    this.attachments = attachmentsBucket(this, 'Attachments', settings);
    this.exports = new PrivateBucket(this, 'Exports', {
      settings,
      // Allows scripts in the console to download large exports through a redirect to this bucket, and to upload files
      // for import.
      cors: [{ allowedOrigins: ['*'], allowedMethods: [HttpMethods.GET, HttpMethods.POST] }],
      // Exports expire soon, because each one is downloaded only once. Each prefix has its own rule, because the
      // shorter period would apply if rules overlapped. Search indexes have no rule, because form jobs delete them.
      lifecycleRules: [
        ...LARGE_EXPORTS.map((prefix) => ({ prefix, expiration: Duration.days(1) })),
        { prefix: DATA_EXPORTS, expiration: Duration.days(ZIP_DAYS) },
        { prefix: IMPORTS, expiration: Duration.days(IMPORT_DAYS) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    // Publishes events about new objects to EventBridge. CDK's own property would add a function to the stack.
    (this.exports.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }

  /** Lets a function check whether an account is suspended. */
  get grantReadAccountStatus(): Grant {
    return this.accounts.grantReadAttributes(accountStatusAttributes, 'GetItem');
  }

  /** Lets a function add entries to the audit log, but not read, change or delete them. */
  get grantAddToAuditLog(): Grant {
    return shared(this, 'AddToAuditLog', this.auditEvents.grantAdd('acc_'));
  }

  /** Lets a function authenticate a session cookie and update the session's last use. */
  get grantReadSession(): Grant {
    return allOf(
      this.sessions.grant('BatchGetItem'),
      this.sessions.grantUpdateAttributes('session_hash', 'last_used_at', 'expires_at'),
      this.members.grant('BatchGetItem'),
      this.apiKeys.grant('BatchGetItem'),
      this.accounts.grantReadAttributes(sessionAccountAttributes, 'BatchGetItem'),
    );
  }

  /** Lets a function authenticate an app's access token and update the connection's last use. */
  get grantReadConnection(): Grant {
    return allOf(
      this.grantLoadConnection,
      this.connections.grantUpdateAttributes('connection_id', 'last_used_at'),
    );
  }

  /** Lets a function read a connection's current permissions. */
  get grantLoadConnection(): Grant {
    return shared(
      this,
      'LoadConnection',
      this.connections.grant('BatchGetItem'),
      this.members.grant('BatchGetItem'),
      this.oauthClients.grantReadAttributes(appKeyAttributes, 'BatchGetItem'),
      this.accounts.grantReadAttributes(sessionAccountAttributes, 'BatchGetItem'),
    );
  }

  /** Lets a function read the data that determines whether an agent may receive a form's submissions. */
  get grantReadAgentAccess(): Grant {
    return shared(
      this,
      'ReadAgentAccess',
      this.apiKeys.grant('BatchGetItem'),
      this.forms.grantReadAttributes(accessFormAttributes, 'BatchGetItem'),
    );
  }

  /** Lets a function read a form, except for the challenge secret and the key for address digests. */
  get grantReadForm(): Grant {
    return shared(this, 'ReadForm', this.forms.grantReadAttributes(FORM_ATTRIBUTES, 'GetItem'));
  }

  /** Lets a function list an account's forms, with the same attributes as `grantReadForm`. */
  get grantListForms(): Grant {
    return shared(this, 'ListForms', this.forms.grantQueryIndexAttributes('by_creation', FORM_ATTRIBUTES));
  }

  /** Lets a function read a webhook, except for its secrets. */
  get grantReadWebhook(): Grant {
    return shared(this, 'ReadWebhook', this.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'));
  }

  /** Lets a function list the webhooks of a form or account, with the same attributes as `grantReadWebhook`. */
  get grantListWebhooks(): Grant {
    return shared(
      this,
      'ListWebhooks',
      this.webhooks.grantReadAttributes(webhookAttributes, 'BatchGetItem', 'Query'),
    );
  }

  /** Returns a grant that allows these actions on submitted files. */
  grantAttachments(...actions: readonly ObjectAction[]): Grant {
    return this.#objects(ATTACHMENTS, actions);
  }

  /** Tells a function which origin browsers use to download attachments and upload files. */
  get filesOrigin(): Grant {
    return variable('FILES_ORIGIN', `https://${this.attachments.bucketRegionalDomainName}`);
  }

  /** Returns a grant that allows these actions on uploads that haven't been submitted yet. */
  grantUploads(...actions: readonly ObjectAction[]): Grant {
    return this.#objects(UPLOADS, actions);
  }

  #objects(prefix: string, actions: readonly ObjectAction[]): Grant {
    return (fn) => {
      fn.setVariable('ATTACHMENTS_BUCKET', this.attachments.bucketName);
      fn.allow(
        new PolicyStatement({
          actions: actions.map((action) => `s3:${action}`),
          resources: [this.attachments.arnForObjects(`${prefix}*`)],
        }),
      );
    };
  }

  /** Lets a function list and delete attachments. */
  readonly grantEmptyAttachments: Grant = (fn) =>
    allowEmptying(fn, 'ATTACHMENTS_BUCKET', this.attachments, ['']);

  /** Returns a grant that lets a function list the Exports bucket and delete the large exports in it. */
  grantRemoveLargeExports(...prefixes: readonly LargeExports[]): Grant {
    return (fn) => allowEmptying(fn, 'EXPORTS_BUCKET', this.exports, prefixes);
  }

  /**
   * Lets a function delete all versions of files and uploads, so that no one can restore them. Only the function
   * that erases a person's data has this grant.
   */
  readonly grantEraseFiles: Grant = (fn) => {
    fn.setVariable('ATTACHMENTS_BUCKET', this.attachments.bucketName);
    fn.allow(
      new PolicyStatement({
        actions: ['s3:ListBucketVersions'],
        resources: [this.attachments.bucketArn],
      }),
    );
    fn.allow(
      new PolicyStatement({
        actions: ['s3:DeleteObjectVersion'],
        resources: [ATTACHMENTS, UPLOADS].map((prefix) => this.attachments.arnForObjects(`${prefix}*`)),
      }),
    );
  };

  /** Returns a grant that allows these actions on data requests' ZIP files. */
  grantDataExports(...actions: readonly ObjectAction[]): Grant {
    return this.#exports(DATA_EXPORTS, actions);
  }

  /** Returns a grant that allows these actions on imports' uploaded files. */
  grantImports(...actions: readonly ObjectAction[]): Grant {
    return this.#exports(IMPORTS, actions);
  }

  /** Returns a grant that allows these actions on the objects of search indexes. */
  grantSearchObjects(...actions: readonly ObjectAction[]): Grant {
    return this.#exports(SEARCH_INDEXES, actions);
  }

  /** Lets a function find the search indexes that contain deleted submissions. */
  get grantFindAffectedIndexes(): Grant {
    return this.formJobs.grantReadAttributes(affectedIndexAttributes, 'BatchGetItem');
  }

  /** Lets a function look up words in search indexes. */
  get grantSearch(): Grant {
    return allOf(
      this.formJobs.grantReadAttributes(searchedIndexAttributes, 'BatchGetItem'),
      this.grantSearchObjects('GetObject'),
    );
  }

  #exports(prefix: string, actions: readonly ObjectAction[]): Grant {
    return (fn) => {
      fn.setVariable('EXPORTS_BUCKET', this.exports.bucketName);
      fn.allow(
        new PolicyStatement({
          actions: actions.map((action) => `s3:${action}`),
          resources: [this.exports.arnForObjects(`${prefix}*`)],
        }),
      );
    };
  }

  /** Lets a function store large exports and presign download links. */
  readonly grantExport: Grant = (fn) => {
    fn.setVariable('EXPORTS_BUCKET', this.exports.bucketName);
    fn.allow(
      new PolicyStatement({
        actions: ['s3:PutObject', 's3:GetObject', 's3:AbortMultipartUpload'],
        resources: LARGE_EXPORTS.map((prefix) => this.exports.arnForObjects(`${prefix}*`)),
      }),
    );
  };
}

function allowEmptying(
  fn: GrantTarget,
  variable: VariableName,
  bucket: IBucket,
  prefixes: readonly string[],
): void {
  fn.setVariable(variable, bucket.bucketName);
  fn.allow(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  const resources = prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`));
  fn.allow(new PolicyStatement({ actions: ['s3:DeleteObject'], resources }));
}
