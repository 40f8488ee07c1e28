/** Creates the edge: a CloudFront distribution in front of the API and the streaming function. */
import { Duration, Fn } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as ViewerFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type FunctionAssociation,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { EDGE_HOST_HEADER, EDGE_SECRET_HEADER } from '../../lambdas/core/web/edge.ts';
import { operations } from '../../lambdas/api/operations.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { cachedFiles } from './cached-files.ts';
import type { DomainTarget } from '../api/domain-records.ts';
import type { EdgeSecrets } from './edge-secrets.ts';
import type { PostFront } from '../large-posts/post-front.ts';

export interface ServiceEdgeProps {
  readonly settings: StageSettings;
  readonly api: ServiceApi;
  readonly secrets: EdgeSecrets;
  /** The streaming function, which receives form submissions. If undefined, the API receives them. */
  readonly front: PostFront | undefined;
}

const POSTS = '/v1/f/{slug}';

/**
 * Error status codes that CloudFront caches for ten seconds by default, even if the response headers forbid
 * it.
 */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * Forwards the requested host in a separate header, because CloudFront replaces the Host header with the
 * origin's host.
 */
const FORWARD_HOST = `function handler(event) {
  var request = event.request;
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  return request;
}`;

export class ServiceEdge extends Construct {
  readonly #distribution: Distribution;
  readonly #domain: StageSettings['domain'];

  constructor(scope: Construct, id: string, { settings, api, secrets, front }: ServiceEdgeProps) {
    super(scope, id);
    const { domain, webAclArn } = settings;
    this.#domain = domain;
    // Clients can't forge this header, because CloudFront overwrites it.
    const customHeaders = { [EDGE_SECRET_HEADER]: secrets.sent };
    const apiOrigin = new HttpOrigin(Fn.select(2, Fn.split('/', api.url)), { customHeaders });
    const forwardHost = new ViewerFunction(this, 'NameOfEdge', {
      code: FunctionCode.fromInline(FORWARD_HOST),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Forwards the host that the client requested',
    });
    const toApi = { ...uncached(apiOrigin), functionAssociations: [onViewerRequest(forwardHost)] };
    this.#distribution = new Distribution(this, 'Distribution', {
      comment: `Form backend, stage ${settings.stage}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      defaultBehavior: toApi,
      // CloudFront uses the first matching pattern: paths below a form go to the API, and the form's own path
      // goes to the streaming function.
      additionalBehaviors: {
        ...cachedFiles(this, apiOrigin, settings),
        ...(front && {
          ...Object.fromEntries(patternsBelowForms().map((pattern) => [pattern, toApi])),
          // The streaming function builds links with the configured domain if there is one, or with the
          // requested host.
          [POSTS.replace('{slug}', '*')]: domain
            ? toFront(front, { ...customHeaders, [EDGE_HOST_HEADER]: domain.name })
            : { ...toFront(front, customHeaders), functionAssociations: [onViewerRequest(forwardHost)] },
        }),
      },
      // Errors are not cached, because a 404 for one account must not be returned to another.
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
  }

  /** Base URL of the service, without a trailing slash. */
  get url(): string {
    return `https://${this.#domain?.name ?? this.target.name}`;
  }

  /** URL of the distribution, which works even if the distribution has a custom domain. */
  get distributionUrl(): string {
    return `https://${this.target.name}`;
  }

  get target(): DomainTarget {
    return {
      name: this.#distribution.distributionDomainName,
      alias: new CloudFrontTarget(this.#distribution),
    };
  }
}

const onViewerRequest = (each: ViewerFunction): FunctionAssociation => ({
  function: each,
  eventType: FunctionEventType.VIEWER_REQUEST,
});

/**
 * Increases the response timeout, because storing a large submission can take longer than CloudFront's
 * default of 30 s.
 */
const toFront = ({ domainName }: PostFront, customHeaders: Record<string, string>): BehaviorOptions =>
  uncached(new HttpOrigin(domainName, { customHeaders, readTimeout: Duration.seconds(60) }));

/**
 * Returns path patterns for everything below a form's path, such as uploads. The final `*` also matches a
 * trailing slash.
 */
function patternsBelowForms(): string[] {
  const below = Object.values(operations)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${POSTS}/`));
  return [...new Set(below)].map((path) => `${path.replaceAll(/\{\w+\}/g, '*')}*`);
}

/** Returns a cache behavior that disables caching and forwards all headers except Host. */
function uncached(origin: IOrigin): BehaviorOptions {
  return {
    origin,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // CloudFront only compresses responses that it can cache.
    compress: false,
  };
}
