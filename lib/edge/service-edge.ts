/** The edge of the service: a CloudFront distribution, by whose one address clients reach everything. */
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
import { EDGE_HOST_HEADER, EDGE_SECRET_HEADER } from '../../lambdas/core/edge.ts';
import { operations } from '../../lambdas/api/operations.ts';
import type { ServiceApi } from '../service-api.ts';
import type { Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { cachedFiles } from './cached-files.ts';
import type { DomainTarget } from './domain-records.ts';
import { edgeSecretsOf } from './edge-secrets.ts';
import type { PostFront } from './post-front.ts';

export interface ServiceEdgeProps {
  readonly settings: StageSettings;
  readonly api: ServiceApi;
  /** Gets the posts to forms; the API does without one. */
  readonly front: PostFront | undefined;
}

const POSTS = '/v1/f/{slug}';

/** The errors that CloudFront keeps for ten seconds unless it is told otherwise, whatever their headers say. */
const KEPT_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Tells by which name the client called: the request goes on under the origin's own. */
const NAME_OF_EDGE = `function handler(event) {
  var request = event.request;
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  return request;
}`;

export class ServiceEdge extends Construct {
  /** Lets a function believe what the edge says of the client. */
  readonly grantRecognise: Grant;
  readonly #distribution: Distribution;
  readonly #domain: StageSettings['domain'];

  constructor(scope: Construct, id: string, { settings, api, front }: ServiceEdgeProps) {
    super(scope, id);
    const { domain, webAclArn } = settings;
    this.#domain = domain;
    const { first, grantRecognise } = edgeSecretsOf(settings);
    this.grantRecognise = grantRecognise;
    // The edge sets headers of its own over what a client sends under their names.
    const customHeaders = { [EDGE_SECRET_HEADER]: first };
    const apiOrigin = new HttpOrigin(Fn.select(2, Fn.split('/', api.url)), { customHeaders });
    const nameOfEdge = new ViewerFunction(this, 'NameOfEdge', {
      code: FunctionCode.fromInline(NAME_OF_EDGE),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Tells by which name a client called',
    });
    const toApi = { ...uncached(apiOrigin), functionAssociations: [atRequest(nameOfEdge)] };
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
      // The first pattern that fits counts: what is below a form's path is the API's, the path itself the front's.
      additionalBehaviors: {
        ...cachedFiles(this, apiOrigin, settings),
        ...(front && {
          ...Object.fromEntries(patternsBelowForms().map((pattern) => [pattern, toApi])),
          // Links in the front's pages are to the domain, where there is one, and else to the name that was called.
          [POSTS.replace('{slug}', '*')]: domain
            ? toFront(front, { ...customHeaders, [EDGE_HOST_HEADER]: domain.name })
            : { ...toFront(front, customHeaders), functionAssociations: [atRequest(nameOfEdge)] },
        }),
      },
      // "Not found" of one account must not be what another one reads.
      errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
  }

  /** Where clients reach the service; no slash at the end. */
  get url(): string {
    return `https://${this.#domain?.name ?? this.target.name}`;
  }

  get target(): DomainTarget {
    return {
      name: this.#distribution.distributionDomainName,
      alias: new CloudFrontTarget(this.#distribution),
    };
  }
}

const atRequest = (each: ViewerFunction): FunctionAssociation => ({
  function: each,
  eventType: FunctionEventType.VIEWER_REQUEST,
});

/** A large post may be stored for longer than the usual 30 s after its last byte. */
const toFront = ({ domainName }: PostFront, customHeaders: Record<string, string>): BehaviorOptions =>
  uncached(new HttpOrigin(domainName, { customHeaders, readTimeout: Duration.seconds(60) }));

/** Such as that of uploads, with whatever stands after it: a slash may. */
function patternsBelowForms(): string[] {
  const below = Object.values(operations)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${POSTS}/`));
  return [...new Set(below)].map((path) => `${path.replaceAll(/\{\w+\}/g, '*')}*`);
}

/** Nothing is kept, and everything reaches the origin but the name of the edge. */
function uncached(origin: IOrigin): BehaviorOptions {
  return {
    origin,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // CloudFront compresses only what it may keep.
    compress: false,
  };
}
