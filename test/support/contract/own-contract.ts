import { openApiDocument } from '../../../lambdas/openapi/document.ts';
import { contractOf, type Contract } from './contract.ts';

let made: Contract | undefined;

/** The contract of this source tree, for a service at `http://api.test`. */
export function ownContract(): Contract {
  made ??= contractOf(openApiDocument({ baseUrl: 'http://api.test', version: '0.0.0' }));
  return made;
}
