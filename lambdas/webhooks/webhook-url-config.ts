/** What this stage lets a webhook URL be, out of the function's environment. */
import type { WebhookUrlRules } from './webhook-url.ts';

export const URL_RULES_VARIABLES = [
  'BASE_URL',
  'ALLOW_HTTP_WEBHOOKS',
  'ALLOW_PRIVATE_WEBHOOK_TARGETS',
] as const;

export function webhookUrlRules(environment: {
  readonly BASE_URL: string;
  readonly ALLOW_HTTP_WEBHOOKS: boolean;
  readonly ALLOW_PRIVATE_WEBHOOK_TARGETS: boolean;
}): WebhookUrlRules {
  return {
    allowHttp: environment.ALLOW_HTTP_WEBHOOKS,
    allowPrivateTargets: environment.ALLOW_PRIVATE_WEBHOOK_TARGETS,
    ownHosts: [new URL(environment.BASE_URL).hostname],
  };
}
