/**
 * Creates the dependencies that several webhook operations share, using the function's environment variables.
 */
import type { WebhookUrlConfig } from './webhook-url.ts';

/** Environment variables that `webhookUrlConfig` reads. */
export const WEBHOOK_URL_VARIABLES = [
  'BASE_URL',
  'OWN_URLS',
  'ALLOW_HTTP_WEBHOOKS',
  'ALLOW_PRIVATE_WEBHOOK_TARGETS',
] as const;

/** Returns the rules for webhook URLs on this stage. */
export function webhookUrlConfig(environment: {
  readonly BASE_URL: string;
  readonly OWN_URLS: readonly string[];
  readonly ALLOW_HTTP_WEBHOOKS: boolean;
  readonly ALLOW_PRIVATE_WEBHOOK_TARGETS: boolean;
}): WebhookUrlConfig {
  return {
    allowHttp: environment.ALLOW_HTTP_WEBHOOKS,
    allowPrivateTargets: environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
    ownHosts: [environment.BASE_URL, ...environment.OWN_URLS].map((url) => new URL(url).host),
  };
}
