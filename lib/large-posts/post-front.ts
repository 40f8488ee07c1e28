/**
 * Creates the streaming function: a Lambda web function for form submissions that are too large for API
 * Gateway.
 */
import { Annotations, Duration } from 'aws-cdk-lib';
import { ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  WebFunction,
  WebFunctionAuthType,
  WebFunctionCode,
  WebFunctionRuntime,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { metricsNamespace } from '../alarms/service-metrics.ts';
import { InlinePolicyRole } from '../aws/inline-policy-role.ts';
import type { SharedPolicy } from '../aws/shared-policy.ts';
import { folderOf, type Grant, type GrantTarget, type Stage } from '../aws/service-function.ts';

export interface PostFrontProps extends Stage {
  readonly logGroup: ILogGroup;
  /** The API's URL without a trailing slash. */
  readonly apiUrl: string;
  readonly grants: readonly Grant[];
}

const MEGABYTE = 1_048_576;
/**
 * Disk space for uploaded files, in megabytes. `/tmp` has 512 MB, and the file
 * system uses some of it.
 */
const DISK_MEGABYTES = 448;
/**
 * Maximum number of concurrent requests per environment. With 20 requests of 50 MB each, memory usage stays
 * below 300 MB of 2 GB.
 */
const CONCURRENCY = 20;
/**
 * Allows 300 s to upload the request (`lambdas/large-posts/serve-posts.ts`) and 30 s to store the submission.
 */
const TIMEOUT = Duration.seconds(330);

export class PostFront extends Construct implements GrantTarget {
  readonly #role: InlinePolicyRole;
  readonly #variables: Record<string, string> = {};
  readonly #function: WebFunction;

  constructor(scope: Construct, id: string, props: PostFrontProps) {
    super(scope, id);
    const { logGroup, apiUrl, grants, settings, bundles } = props;
    const assumedBy = new ServicePrincipal('lambda.amazonaws.com');
    this.#role = new InlinePolicyRole(this, 'Role', { assumedBy });
    logGroup.grantWrite(this.#role);
    for (const grant of grants) grant(this);
    // Use the API's URL if there is no custom domain, because the edge's URL isn't known yet. The edge sends
    // its host name in a header, so only clients that bypass the edge see the API's URL.
    this.setVariable('BASE_URL', settings.domain ? `https://${settings.domain.name}` : apiUrl);
    this.setVariable('METRICS_NAMESPACE', metricsNamespace(settings));
    this.setVariable('MAX_POST_BYTES', String(settings.maxPostMegabytes * MEGABYTE));
    this.setVariable('POST_DISK_BYTES', String(DISK_MEGABYTES * MEGABYTE));
    const copyRole = new InlinePolicyRole(this, 'CopyRole', { assumedBy });
    logGroup.grantWrite(copyRole);
    this.#function = new WebFunction(this, 'Function', {
      revisionDescription: 'POST /v1/f/{slug}: receives submissions that are too large for API Gateway',
      runtime: WebFunctionRuntime.NODEJS_24_X,
      // Copies the code to a versioned bucket, because Lambda loads the code from the bucket each time it
      // starts an environment.
      code: WebFunctionCode.fromAssetToManagedBucket(folderOf('large-posts/serve-posts', bundles), {
        copyOptions: { role: copyRole, logGroup },
      }),
      entryPoint: 'index.mjs',
      role: this.#role,
      logGroup,
      environment: { ...this.#variables, NODE_OPTIONS: '--enable-source-maps' },
      timeout: TIMEOUT,
      maxConcurrencyPerEnvironment: CONCURRENCY,
      // HTML forms can't sign requests, so the operation itself checks each request.
      defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
    });
    Annotations.of(this).acknowledgeWarning(
      '@aws-cdk/aws-lambda:webFunctionPublicEndpoint',
      'Anyone can submit a form; the operation checks everything else.',
    );
  }

  setVariable(name: VariableName, value: string): void {
    this.#variables[name] = value;
  }

  allow(statement: PolicyStatement): void {
    this.#role.addToPrincipalPolicy(statement);
  }

  share(policy: SharedPolicy): void {
    policy.attachTo(this, this.#role);
  }

  /** Returns the host name of the function's endpoint. */
  get domainName(): string {
    return this.#function.endpoint.domainName;
  }

  /** Returns the URL of the function's endpoint, which bypasses the edge. */
  get url(): string {
    return `https://${this.domainName}`;
  }
}
