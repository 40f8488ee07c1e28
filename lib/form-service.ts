/** The whole service as one construct, for a stack of its own or for a team's. */
import { CfnOutput } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { connectAlarms } from './alarms/alarm-topic.ts';
import type { Bundles } from './bundling/bundles.ts';
import { ServiceCanary } from './canary/service-canary.ts';
import { makeDashboard } from './alarms/service-dashboard.ts';
import { TrafficAlarms } from './alarms/traffic-alarms.ts';
import { DataBackup } from './data/data-backup.ts';
import { DomainRecords } from './edge/domain-records.ts';
import { hasEdge } from './edge/edge-settings.ts';
import { PostFront } from './edge/post-front.ts';
import { ServiceEdge } from './edge/service-edge.ts';
import { EmailSending } from './emails/email-sending.ts';
import { EventAnnouncements } from './events/event-announcements.ts';
import { FailedRecords } from './failed-records-bucket.ts';
import { FileDeletion } from './file-deletion.ts';
import { FormJobs } from './form-jobs.ts';
import { GradualDeployment } from './gradual-deployment.ts';
import { ingestGrants } from './ingest-grants.ts';
import { operationGrants } from './operation-grants.ts';
import { packagedBundles } from './package/packaged-bundles.ts';
import { ServiceApi } from './service-api.ts';
import { allOf, variable, type Stage } from './service-function.ts';
import { nameOutputs } from './service-outputs.ts';
import { signInOf } from './sign-in/stage-issuer.ts';
import { checkedSettings, type FormServiceSettings } from './stage-settings.ts';
import { Storage } from './storage.ts';
import { keepRulesOfTeam } from './team-rules.ts';
import { StreamCounting } from './stream-counting.ts';
import { ConnectionWebhooks } from './webhooks/connection-webhooks.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

export interface FormServiceProps {
  /**
   * Names the stage, and with it the service's metrics and dashboard and the host on which people sign in: no two
   * services of an account and region have the same. `prod` when absent.
   */
  readonly stage?: string;
  /** As docs/operations.md, "Stage settings", has them, without `svc:`. */
  readonly settings?: FormServiceSettings;
  /** Folders of the functions' code; those of the package when absent. */
  readonly bundles?: Bundles;
}

/** The whole service, for one stage. */
export class FormService extends Construct {
  /** The HTTP API. Its own address is another than that of the service where an edge stands before it. */
  readonly api: IHttpApi;
  /** Where forms post to and programs call; no slash at the end. */
  readonly url: string;
  /** Where the alarms of the service ring. */
  readonly alarmTopic: ITopic;
  /** What happens in the service, for rules (docs/automations/events-on-aws.md); undefined without `svc:eventBus`. */
  readonly eventBus: IEventBus | undefined;

  /** @throws WrongSetting naming each setting that is unknown or wrong */
  constructor(scope: Construct, id: string, props: FormServiceProps = {}) {
    super(scope, id);
    const settings = checkedSettings(props.stage, props.settings ?? {});
    const stage = { settings, bundles: props.bundles ?? packagedBundles() };
    keepRulesOfTeam(this, settings);
    const storage = new Storage(this, 'Storage', stage);
    const api = new ServiceApi(this, 'Http', stage);
    const edge = hasEdge(settings) ? this.#edge(api, storage, stage) : undefined;
    const serviceUrl = edge?.url ?? api.url;
    this.api = api.httpApi;
    this.url = serviceUrl;
    const baseUrl = variable('BASE_URL', serviceUrl);
    const shared = { ...stage, storage, baseUrl };

    const emails = settings.mailSender ? new EmailSending(this, 'EmailSending', shared) : undefined;
    const fileDeletion = new FileDeletion(this, 'FileDeletion', shared);
    const events = settings.eventBus ? new EventAnnouncements(this, 'Events', shared) : undefined;
    this.eventBus = events?.bus;
    const webhooks = new WebhookDelivery(this, 'WebhookDelivery', {
      ...{ ...shared, emails, fileDeletion, events },
    });
    new ConnectionWebhooks(this, 'ConnectionWebhooks', shared);
    const formJobs = new FormJobs(this, 'FormJobs', { ...shared, emails });
    const signIn = signInOf(this, settings, serviceUrl);
    new StreamCounting(this, 'SubmissionCounting', { ...shared, of: 'submissions' });
    new StreamCounting(this, 'DeliveryCounting', { ...shared, of: 'deliveries' });
    webhooks.measure(this.node.findAll().filter((each) => each instanceof FailedRecords));
    const grants = operationGrants({ storage, webhooks, formJobs, emails, signIn, settings });
    api.addOperations(grants, edge ? allOf(baseUrl, edge.grantRecognise) : baseUrl);

    if (settings.canary) new ServiceCanary(this, 'Canary', { ...shared, ...settings.canary });
    if (settings.backup) new DataBackup(this, 'DataBackup', { storage, backup: settings.backup });
    const traffic = { settings, apiId: api.id, ingest: api.functionOf('submitForm').lambda };
    const { onBadCode: alarms } = new TrafficAlarms(this, 'Traffic', traffic);
    const { gradualDeployment } = settings;
    if (gradualDeployment)
      new GradualDeployment(this, 'GradualDeployment', {
        ...gradualDeployment,
        lambda: traffic.ingest,
        alarms,
      });
    const { queues, ladderArn } = webhooks;
    makeDashboard(this, { ...traffic, storage, queues, ladderArn, requestLog: api.logGroup.logGroupName });
    this.alarmTopic = connectAlarms(this, settings);

    // The operator's command line finds the service by these outputs.
    new CfnOutput(this, 'BaseUrl', { value: serviceUrl });
    const target = edge ? edge.target : api.domain?.target;
    if (settings.domain && target) new DomainRecords(this, 'Domain', { domain: settings.domain, target });
    new CfnOutput(this, 'AccountsTable', { value: storage.accounts.table.tableName });
    new CfnOutput(this, 'AccountKeysTable', { value: storage.accountKeys.table.tableName });
    new CfnOutput(this, 'ApiKeysTable', { value: storage.apiKeys.table.tableName });
    new CfnOutput(this, 'AccessTokensTable', { value: storage.accessTokens.table.tableName });
    new CfnOutput(this, 'AttachmentsBucket', { value: storage.attachments.bucketName });
    new CfnOutput(this, 'AuditEventsTable', { value: storage.auditEvents.table.tableName });
    new CfnOutput(this, 'CountersTable', { value: storage.counters.table.tableName });
    new CfnOutput(this, 'DeliveriesTable', { value: storage.deliveries.table.tableName });
    new CfnOutput(this, 'EmailsTable', { value: storage.emails.table.tableName });
    new CfnOutput(this, 'FormJobsTable', { value: storage.formJobs.table.tableName });
    new CfnOutput(this, 'FormSlugsTable', { value: storage.formSlugs.table.tableName });
    new CfnOutput(this, 'IdentitiesTable', { value: storage.identities.table.tableName });
    new CfnOutput(this, 'InvitationsTable', { value: storage.invitations.table.tableName });
    new CfnOutput(this, 'MembersTable', { value: storage.members.table.tableName });
    new CfnOutput(this, 'ConnectionsTable', { value: storage.connections.table.tableName });
    new CfnOutput(this, 'OauthClientsTable', { value: storage.oauthClients.table.tableName });
    new CfnOutput(this, 'SessionsTable', { value: storage.sessions.table.tableName });
    new CfnOutput(this, 'RecipientsTable', { value: storage.recipients.table.tableName });
    new CfnOutput(this, 'RecoveriesTable', { value: storage.recoveries.table.tableName });
    new CfnOutput(this, 'FormsTable', { value: storage.forms.table.tableName });
    new CfnOutput(this, 'WebhooksTable', { value: storage.webhooks.table.tableName });
    new CfnOutput(this, 'Plans', { value: JSON.stringify(settings.plans) });
    nameOutputs(this);
  }

  /** What stands before the API: the distribution, and the streaming front for large posts where the stage takes them. */
  #edge(api: ServiceApi, storage: Storage, stage: Stage): ServiceEdge {
    const { settings } = stage;
    const { ingest } = ingestGrants(storage, settings);
    const front = settings.largePosts
      ? new PostFront(this, 'PostFront', { ...stage, api, grants: [ingest] })
      : undefined;
    new CfnOutput(this, 'ApiUrl', { value: api.url });
    if (front) new CfnOutput(this, 'PostFrontUrl', { value: front.url });
    return new ServiceEdge(this, 'Edge', { settings, api, front });
  }
}
