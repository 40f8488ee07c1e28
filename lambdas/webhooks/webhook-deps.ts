/** Builds the dependencies that several webhook operations share from the function's environment. */
import type { WebhookUrlConfig } from './webhook-url.ts';

/** The variables that `webhookUrlConfig` reads. */
export const WEBHOOK_URL_VARIABLES = [
  'BASE_URL',
  'ALLOW_HTTP_WEBHOOKS',
  'ALLOW_PRIVATE_WEBHOOK_TARGETS',
] as const;

/** Returns which webhook URLs this stage allows. */
export function webhookUrlConfig(environment: {
  readonly BASE_URL: string;
  readonly ALLOW_HTTP_WEBHOOKS: boolean;
  readonly ALLOW_PRIVATE_WEBHOOK_TARGETS: boolean;
}): WebhookUrlConfig {
  return {
    allowHttp: environment.ALLOW_HTTP_WEBHOOKS,
    allowPrivateTargets: environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
    ownHosts: [new URL(environment.BASE_URL).host],
  };
}
