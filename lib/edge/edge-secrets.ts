/** The secrets by which functions recognise the edge. */
import { allOf, variable, type Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { isOnlyThroughEdge } from './edge-settings.ts';

/** Those of a stage that has an edge; the first one is what the edge sends. */
export function edgeSecretsOf(settings: StageSettings): { first: string; grantRecognise: Grant } {
  const { edgeSecrets = [] } = settings;
  const [first] = edgeSecrets;
  if (first === undefined) throw new Error('A stage without secrets has no edge');
  const secrets = variable('EDGE_SECRETS', JSON.stringify(edgeSecrets));
  return {
    first,
    grantRecognise: isOnlyThroughEdge(settings) ? allOf(secrets, variable('EDGE_ONLY', 'true')) : secrets,
  };
}
