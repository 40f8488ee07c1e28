/** Defines the grant for the stage's `Strict-Transport-Security` header. */
import { strictTransportSecurity } from '../../lambdas/core/web/strict-transport-security.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Returns a grant that lets functions send the `Strict-Transport-Security` header configured by `svc:hsts`.
 */
export function hstsOf({ hsts }: StageSettings): Grant {
  return hsts ? variable('STRICT_TRANSPORT_SECURITY', strictTransportSecurity(hsts)) : allOf();
}
