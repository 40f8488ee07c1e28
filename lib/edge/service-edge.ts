/** The edge of the service: a CloudFront distribution, by whose one address clients reach everything. */
import { Fn } from 'aws-cdk-lib';
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
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EDGE_SECRET_HEADER } from '../../lambdas/core/edge.ts';
import { operations } from '../../lambdas/operations.ts';
import type { ServiceApi } from '../service-api.ts';
import type { Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { edgeSecretsOf } from './edge-secrets.ts';
import type { PostFront } from './post-front.ts';

export interface ServiceEdgeProps {
  readonly settings: StageSettings;
  readonly api: ServiceApi;
  readonly front: PostFront;
}

const POSTS = '/v1/f/{slug}';

/** Tells the front by which name the client called: the request goes on under the front's own. */
const NAME_OF_EDGE = `function handler(event) {
  var request = event.request;
  request.headers['x-forwarded-host'] = { value: request.headers.host.value };
  return request;
}`;

export class ServiceEdge extends Construct {
  /** Lets a function believe what the edge says of the client. */
  readonly grantRecognise: Grant;
  readonly #distribution: Distribution;

  constructor(scope: Construct, id: string, { settings, api, front }: ServiceEdgeProps) {
    super(scope, id);
    const { first, grantRecognise } = edgeSecretsOf(settings);
    this.grantRecognise = grantRecognise;
    // The edge sets this header over what a client sends under its name.
    const customHeaders = { [EDGE_SECRET_HEADER]: first };
    const toApi = behavior(new HttpOrigin(Fn.select(2, Fn.split('/', api.url)), { customHeaders }));
    const nameOfEdge = new ViewerFunction(this, 'NameOfEdge', {
      code: FunctionCode.fromInline(NAME_OF_EDGE),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Tells by which name a client called',
    });
    const toFront: BehaviorOptions = {
      // A large post may be stored for longer than the usual 30 s after its last byte.
      ...behavior(new HttpOrigin(front.domainName, { customHeaders, readTimeout: Duration.seconds(60) })),
      functionAssociations: [{ function: nameOfEdge, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    this.#distribution = new Distribution(this, 'Distribution', {
      comment: `Form backend, stage ${settings.stage}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: toApi,
      // The first pattern that fits counts: what is below a form's path is the API's, the path itself the front's.
      additionalBehaviors: {
        ...Object.fromEntries(patternsBelowForms().map((pattern) => [pattern, toApi])),
        [POSTS.replace('{slug}', '*')]: toFront,
      },
    });
  }

  /** Where clients reach the service; no slash at the end. */
  get url(): string {
    return `https://${this.#distribution.distributionDomainName}`;
  }
}

/** Such as that of uploads, with whatever stands after it: a slash may. */
function patternsBelowForms(): string[] {
  const below = Object.values(operations)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${POSTS}/`));
  return [...new Set(below)].map((path) => `${path.replaceAll(/\{\w+\}/g, '*')}*`);
}

/** Nothing is cached, and everything reaches the origin but the name of the edge. */
function behavior(origin: IOrigin): BehaviorOptions {
  return {
    origin,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: false,
  };
}
