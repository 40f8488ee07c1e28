/** The stage's `Strict-Transport-Security` header. */
import { strictTransportSecurity } from '../../lambdas/core/strict-transport-security.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Returns the grant that lets functions send the header as `svc:hsts` says. */
export function hstsOf({ hsts }: StageSettings): Grant {
  return hsts ? variable('STRICT_TRANSPORT_SECURITY', strictTransportSecurity(hsts)) : allOf();
}
