/** Reads the OpenAPI contract of a running service. */
import { contractOf, type Contract } from '../../../smoke/contract/contract.ts';
import { eventually } from '../browser/eventually.ts';

/**
 * On a busy machine, the functions of a new service may still be building when the gateway times out after 30
 * s.
 */
const READY_MILLISECONDS = 90_000;

/** Returns the OpenAPI contract that a running service publishes, as soon as its function has been built. */
export async function contractAt(baseUrl: string): Promise<Contract> {
  const response = await eventually(
    () => fetch(`${baseUrl}/openapi`),
    ({ ok }) => ok,
    READY_MILLISECONDS,
  );
  if (!response.ok) throw new Error(`GET ${baseUrl}/openapi returned ${response.status}`);
  return contractOf(await response.json());
}
