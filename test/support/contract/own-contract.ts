import { DOCUMENT } from '../../../lambdas/api/openapi/document.at-build.ts';
import { fillPlaceholders } from '../../../lambdas/api/openapi/placeholders.ts';
import { contractOf, type Contract } from '../../../smoke/contract/contract.ts';

const SERVICE = { baseUrl: 'http://api.test', version: '0.0.0' };

let made: Contract | undefined;

/**
 * Returns the OpenAPI contract of the current source code, for a service at `http://api.test`. The document
 * is built once for all test files of a run.
 */
export function ownContract(): Contract {
  made ??= contractOf(JSON.parse(fillPlaceholders(DOCUMENT, SERVICE)));
  return made;
}
