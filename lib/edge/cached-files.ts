/** The files that the edge keeps: those of console and documentation whose names change with them, and the form script. */
import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/** None of them depends on who asks, and each says itself for how long it may be kept. */
const FILES = ['/docs/assets/*', '/v1/forms.js*'];
const CONSOLE_FILES = '/console/assets/*';

/** The behaviour for each of their path patterns. */
export function cachedFiles(
  scope: Construct,
  origin: IOrigin,
  { console }: StageSettings,
): Record<string, BehaviorOptions> {
  const behavior: BehaviorOptions = {
    origin,
    // Other methods get the service's own refusal.
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: new CachePolicy(scope, 'Files', {
      comment: 'As long as the response says, and not without saying so',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      // The service refuses parameters that it does not know, so it has to see them.
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    // No header of the client reaches the origin, so that none can change what others get. The gateway therefore knows of
    // no other origin, and the edge says itself that every website may load the file.
    responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
  };
  const patterns = console ? [CONSOLE_FILES, ...FILES] : FILES;
  return Object.fromEntries(patterns.map((pattern) => [pattern, behavior]));
}
