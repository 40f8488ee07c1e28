/** Defines the whole service as one construct, which can be deployed in its own stack or in yours. */
import { CfnOutput, Stack, Token } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { connectAlarms } from './alarms/alarm-topic.ts';
import { makeMonthlyBudget } from './alarms/monthly-budget.ts';
import { SavedQueries } from './alarms/saved-queries.ts';
import { makeBackgroundAlarms } from './alarms/background-alarms.ts';
import { TrafficAlarms } from './alarms/traffic-alarms.ts';
import { StreamCounting } from './analytics/stream-counting.ts';
import { DomainRecords } from './api/domain-records.ts';
import { operationGrants } from './api/operation-grants.ts';
import { hstsOf } from './api/hsts.ts';
import { ServiceApi } from './api/service-api.ts';
import { GradualDeployment } from './aws/gradual-deployment.ts';
import { nameWithoutStack } from './aws/logical-ids.ts';
import { allOf, variable, type Stage } from './aws/service-function.ts';
import { nameOutputs, namePrefix } from './aws/service-outputs.ts';
import { applyTagsAndBoundary } from './aws/tags-and-boundary.ts';
import { limitTemplateSize } from './aws/template-size-limit.ts';
import type { Bundles } from './bundling/bundle-folder.ts';
import { packagedBundles } from './bundling/packaged-bundles.ts';
import { ServiceCanary } from './canary/service-canary.ts';
import { makeDashboard } from './dashboard/service-dashboard.ts';
import { EdgeSecrets } from './edge/edge-secrets.ts';
import { ServiceEdge } from './edge/service-edge.ts';
import { EmailSending } from './emails/email-sending.ts';
import { makeReputationAlarms } from './emails/reputation-alarms.ts';
import { FirstAccount } from './first-account/first-account.ts';
import { EventAnnouncements } from './outbox/event-announcements.ts';
import { FileDeletion } from './outbox/file-deletion.ts';
import { QueueWithDeadLetters } from './aws/queue-with-dead-letters.ts';
import { DataRequests } from './data-requests/data-requests.ts';
import { FormJobs } from './form-jobs/form-jobs.ts';
import { postGrants } from './ingest/post-grants.ts';
import { PostFront } from './large-posts/post-front.ts';
import { Outbox } from './outbox/outbox.ts';
import { serviceVersion } from './service-version.ts';
import { warnOfFirstDeploy } from './settings/data-protection.ts';
import { hasEdge } from './settings/edge-settings.ts';
import { wrongRegions } from './settings/regions.ts';
import {
  checkedSettings,
  WrongSetting,
  type FormServiceSettings,
  type StageSettings,
} from './settings/stage-settings.ts';
import { signInOf } from './sign-in/stage-issuer.ts';
import { DataBackup } from './storage/data-backup.ts';
import { FailedRecords } from './storage/failed-records-bucket.ts';
import { Storage } from './storage/storage.ts';
import { ConnectionWebhooks } from './webhooks/connection-webhooks.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.ts';

export interface FormServiceProps {
  /**
   * The stage's name. Defaults to `prod`. The name must be unique within the account and region, because it
   * is part of the names of metrics, the dashboard and the sign-in domain.
   */
  readonly stage?: string;
  /** Stage settings without the `svc:` prefix (docs/operating/settings.md, "Stage settings"). */
  readonly settings?: FormServiceSettings;
  /** Folders of the function bundles. Defaults to the bundles in the package. */
  readonly bundles?: Bundles;
}

/**
 * Checks that all resources in the settings are in the right region.
 * @throws WrongSetting that names each resource in another region
 */
function checkRegion(scope: Construct, settings: StageSettings): void {
  const { region } = Stack.of(scope);
  // A stack without a region is deployed to the CDK command line's region. That region isn't reliable without
  // credentials, so skip the check in this case.
  const { CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION } = process.env;
  const deployed = Token.isUnresolved(region) ? CDK_DEFAULT_ACCOUNT && CDK_DEFAULT_REGION : region;
  const wrong = deployed === undefined ? [] : wrongRegions(settings, deployed);
  if (wrong.length > 0) throw new WrongSetting(wrong.map(({ text, fix }) => `${text} ${fix}`).join('\n'));
}

/** The whole service for one stage. */
export class FormService extends Construct {
  /** The HTTP API. On a stage with an edge, clients call `url` instead of the API's endpoint. */
  readonly api: IHttpApi;
  /** Base URL for forms and API clients, without a trailing slash. */
  readonly url: string;
  /** The topic that all of the service's alarms notify. */
  readonly alarmTopic: ITopic;
  /** The service's event bus (docs/automations/events-on-aws.md). Undefined without `svc:eventBus`. */
  readonly eventBus: IEventBus | undefined;

  /** @throws WrongSetting that names each unknown or invalid setting */
  constructor(scope: Construct, id: string, props: FormServiceProps = {}) {
    super(scope, id);
    const settings = checkedSettings(props.stage, props.settings ?? {});
    const stage = { settings, bundles: props.bundles ?? packagedBundles() };
    checkRegion(this, settings);
    warnOfFirstDeploy(this);
    applyTagsAndBoundary(this, settings);
    limitTemplateSize(this);
    const storage = new Storage(this, 'Storage', stage);
    const api = new ServiceApi(this, 'Http', stage);
    const { edge, front, secrets } = hasEdge(settings) ? this.#edge(api, storage, stage) : {};
    const serviceUrl = edge?.url ?? api.url;
    this.api = api.httpApi;
    this.url = serviceUrl;
    const baseUrl = variable('BASE_URL', serviceUrl);
    const ownUrls = [api.url, edge?.distributionUrl ?? [], front?.url ?? []].flat();
    const hsts = hstsOf(settings);
    const shared = { ...stage, storage, baseUrl, ownUrls };

    const emails = settings.mailSender ? new EmailSending(this, 'EmailSending', shared) : undefined;
    const events = settings.eventBus ? new EventAnnouncements(this, 'Events', shared) : undefined;
    this.eventBus = events?.bus;
    const webhooks = new WebhookDelivery(this, 'WebhookDelivery', { ...shared, emails });
    const { deliveries } = webhooks.queues;
    const fileDeletion = new FileDeletion(this, 'FileDeletion', { ...shared, deliveries, events });
    // CDK omits "Default" from logical IDs, so the bucket for failed submissions keeps its original ID.
    const outbox = new Outbox(webhooks, 'Default', { ...shared, webhooks, emails, fileDeletion, events });
    new ConnectionWebhooks(this, 'ConnectionWebhooks', shared);
    const dataRequests = new DataRequests(this, 'DataRequests', shared);
    const formJobs = new FormJobs(this, 'FormJobs', { ...shared, emails, dataRequests });
    const signIn = signInOf(this, settings, serviceUrl);
    new StreamCounting(this, 'SubmissionCounting', {
      ...shared,
      of: 'submissions',
      otherGrants: [storage.grantFindAffectedIndexes, formJobs.grantSend],
    });
    new StreamCounting(this, 'DeliveryCounting', { ...shared, of: 'deliveries' });
    const constructs = this.node.findAll();
    const failedRecords = constructs.filter((each) => each instanceof FailedRecords);
    const allQueues = constructs.filter((each) => each instanceof QueueWithDeadLetters);
    outbox.schedule(allQueues, failedRecords);
    dataRequests.measure(allQueues, failedRecords);
    outbox.watch(constructs.filter((each) => each instanceof CfnEventSourceMapping));

    const sendEmail = emails?.grantSend ?? allOf();
    const version = serviceVersion();
    const grants = operationGrants({
      storage,
      settings,
      ownUrls,
      webhooks,
      formJobs,
      dataRequests,
      signIn,
      sendEmail,
      version,
    });
    api.addOperations(grants, secrets ? allOf(baseUrl, hsts, secrets.grantVerify) : allOf(baseUrl, hsts));

    const { ownerEmail } = settings;
    if (ownerEmail !== undefined)
      new FirstAccount(this, 'FirstAccount', { ...shared, signIn, sendEmail, ownerEmail, serviceUrl });
    if (settings.canary) new ServiceCanary(this, 'Canary', { ...shared, ...settings.canary });
    if (settings.backup) new DataBackup(this, 'DataBackup', { storage, backup: settings.backup });
    const traffic = {
      settings,
      apiId: api.id,
      ingest: api.functionOf('submitForm').lambda,
      requests: api.logGroup,
    };
    const trafficAlarms = new TrafficAlarms(this, 'Traffic', traffic);
    makeBackgroundAlarms(trafficAlarms, settings);
    if (emails) makeReputationAlarms(trafficAlarms);
    if (settings.gradualDeployment)
      new GradualDeployment(this, 'GradualDeployment', {
        type: settings.gradualDeployment.type,
        lambda: traffic.ingest,
        alarms: trafficAlarms.rollbackAlarms,
      });
    const { queues, ladderArn } = webhooks;
    new SavedQueries(this, 'SavedQueries', { ...traffic, service: this });
    const { monthlyBudget, alarmEmail } = settings;
    if (monthlyBudget !== undefined && alarmEmail !== undefined)
      makeMonthlyBudget(this, monthlyBudget, alarmEmail);
    makeDashboard(this, { ...traffic, storage, queues, ladderArn });
    this.alarmTopic = connectAlarms(this, settings, namePrefix(this));

    // Outputs that the operator's command line uses to find the service.
    new CfnOutput(this, 'BaseUrl', { value: serviceUrl });
    const target = edge ? edge.target : api.domain?.target;
    if (settings.domain && target) new DomainRecords(this, 'Domain', { domain: settings.domain, target });
    for (const { node, table } of storage.tables)
      new CfnOutput(this, `${node.id}Table`, { value: table.tableName });
    new CfnOutput(this, 'AttachmentsBucket', { value: storage.attachments.bucketName });
    new CfnOutput(this, 'Plans', { value: JSON.stringify(settings.plans) });
    nameOutputs(this);
    nameWithoutStack(this);
  }

  /**
   * Creates the distribution in front of the API, and the streaming function if the stage accepts large form
   * submissions.
   */
  #edge(
    api: ServiceApi,
    storage: Storage,
    stage: Stage,
  ): { edge: ServiceEdge; front: PostFront | undefined; secrets: EdgeSecrets } {
    const { settings } = stage;
    const { ingest } = postGrants(storage, settings);
    const { logGroup, url: apiUrl } = api;
    const secrets = new EdgeSecrets(this, 'EdgeSecrets', settings);
    const grants = [ingest, hstsOf(settings), secrets.grantVerify];
    const front = settings.largePosts
      ? new PostFront(this, 'PostFront', { ...stage, logGroup, apiUrl, grants })
      : undefined;
    new CfnOutput(this, 'ApiUrl', { value: api.url });
    if (front) new CfnOutput(this, 'PostFrontUrl', { value: front.url });
    return { edge: new ServiceEdge(this, 'Edge', { settings, api, secrets, front }), front, secrets };
  }
}
