/** The secrets by which functions recognise the edge. */
import { variable, type Grant } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';

/** Those of a stage that has an edge; the first one is what the edge sends. */
export function edgeSecretsOf({ edgeSecrets = [] }: StageSettings): { first: string; grantRecognise: Grant } {
  const [first] = edgeSecrets;
  if (first === undefined) throw new Error('A stage without secrets has no edge');
  return { first, grantRecognise: variable('EDGE_SECRETS', JSON.stringify(edgeSecrets)) };
}
