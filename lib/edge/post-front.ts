/** The streaming front: a Lambda web function that receives posts to forms, whole and larger than the gateway takes. */
import { Annotations, Duration } from 'aws-cdk-lib';
import { ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  WebFunction,
  WebFunctionAuthType,
  WebFunctionCode,
  WebFunctionRuntime,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { InlinePolicyRole } from '../inline-policy-role.ts';
import type { ServiceApi } from '../service-api.ts';
import { folderOf, metricsNamespace, type Grant, type GrantTarget, type Stage } from '../service-function.ts';
import { edgeSecretsOf } from './edge-secrets.ts';

export interface PostFrontProps extends Stage {
  readonly api: ServiceApi;
  readonly grants: readonly Grant[];
}

const MEGABYTE = 1_048_576;
/** An environment has 512 MB under `/tmp`; the rest is room for the file system itself. */
const DISK_MEGABYTES = 448;
/** Requests in one environment at once. With 20 posts of 50 MB it needs less than 300 MB of its 2 GB of memory. */
const CONCURRENCY = 20;
/** An upload may take 300 s (`lambdas/large-posts/serve-posts.ts`), and storing it 30 s. */
const TIMEOUT = Duration.seconds(330);

export class PostFront extends Construct implements GrantTarget {
  readonly #role: InlinePolicyRole;
  readonly #variables: Record<string, string> = {};
  readonly #function: WebFunction;

  constructor(scope: Construct, id: string, { api, grants, settings, bundles }: PostFrontProps) {
    super(scope, id);
    const assumedBy = new ServicePrincipal('lambda.amazonaws.com');
    this.#role = new InlinePolicyRole(this, 'Role', { assumedBy });
    api.logGroup.grantWrite(this.#role);
    for (const grant of grants) grant(this);
    edgeSecretsOf(settings).grantRecognise(this);
    // The edge is made after the front. Without a domain the edge says by which name it was called, and this is the
    // address of those only who do not come through it.
    this.setVariable('BASE_URL', settings.domain ? `https://${settings.domain.name}` : api.url);
    this.setVariable('METRICS_NAMESPACE', metricsNamespace(settings));
    this.setVariable('MAX_POST_BYTES', String(settings.maxPostMegabytes * MEGABYTE));
    this.setVariable('POST_DISK_BYTES', String(DISK_MEGABYTES * MEGABYTE));
    const copyRole = new InlinePolicyRole(this, 'CopyRole', { assumedBy });
    api.logGroup.grantWrite(copyRole);
    this.#function = new WebFunction(this, 'Function', {
      revisionDescription: 'POST /v1/f/{slug}: receives posts that are larger than the gateway takes',
      runtime: WebFunctionRuntime.NODEJS_24_X,
      // The service reads the code from a bucket with versions whenever an environment starts.
      code: WebFunctionCode.fromAssetToManagedBucket(folderOf('large-posts/serve-posts', bundles), {
        copyOptions: { role: copyRole, logGroup: api.logGroup },
      }),
      entryPoint: 'index.mjs',
      role: this.#role,
      logGroup: api.logGroup,
      environment: { ...this.#variables, NODE_OPTIONS: '--enable-source-maps' },
      timeout: TIMEOUT,
      maxConcurrencyPerEnvironment: CONCURRENCY,
      // Plain forms cannot sign their requests; what a post has to prove is checked by the operation.
      defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
    });
    Annotations.of(this).acknowledgeWarning(
      '@aws-cdk/aws-lambda:webFunctionPublicEndpoint',
      'Anybody may post to a form; the operation checks everything else.',
    );
  }

  setVariable(name: VariableName, value: string): void {
    this.#variables[name] = value;
  }

  allow(statement: PolicyStatement): void {
    this.#role.addToPrincipalPolicy(statement);
  }

  /** The host of its endpoint. */
  get domainName(): string {
    return this.#function.endpoint.domainName;
  }

  /** Its own address, by which clients reach it without the edge. */
  get url(): string {
    return `https://${this.domainName}`;
  }
}
