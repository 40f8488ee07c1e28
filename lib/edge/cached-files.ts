/**
 * Configures which files CloudFront caches: the scripts for websites and the assets of the console and documentation.
 */
import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Path patterns of responses that are the same for every client and have a `cache-control` header. */
const FILES = ['/docs/assets/*', '/v1/forms.js*', '/v1/embed.js'];
const CONSOLE_FILES = '/console/assets/*';

/** Returns the cache behavior for each path pattern. */
export function cachedFiles(
  scope: Construct,
  origin: IOrigin,
  { console }: StageSettings,
): Record<string, BehaviorOptions> {
  const behavior: BehaviorOptions = {
    origin,
    // Allows all methods, because the service itself rejects unsupported methods.
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: new CachePolicy(scope, 'Files', {
      comment: 'Caches responses as long as their cache-control header allows',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      // Forwards all query parameters, so that the service can reject unknown ones.
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    // Don't forward client headers, so that a client can't change the responses that others get from the
    // cache.
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
  };
  const patterns = console ? [CONSOLE_FILES, ...FILES] : FILES;
  return Object.fromEntries(patterns.map((pattern) => [pattern, behavior]));
}
