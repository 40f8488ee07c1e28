/** Configures the secrets that prove that a request came through the edge. */
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { isEdgeOnly } from '../settings/edge-settings.ts';

/**
 * Returns the secret that the edge sends, and a grant that lets a function verify it.
 * @throws Error if the stage has no `svc:edgeSecrets`
 */
export function edgeSecretsOf(settings: StageSettings): { first: string; grantVerify: Grant } {
  const { edgeSecrets = [] } = settings;
  const [first] = edgeSecrets;
  if (first === undefined) throw new Error('A stage with an edge needs "edgeSecrets"');
  const secrets = variable('EDGE_SECRETS', JSON.stringify(edgeSecrets));
  return {
    first,
    grantVerify: isEdgeOnly(settings) ? allOf(secrets, variable('EDGE_ONLY', 'true')) : secrets,
  };
}
