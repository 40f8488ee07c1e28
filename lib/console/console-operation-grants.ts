/** Defines the grants for the function that serves the console. */
import { variable } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export function consoleOperationGrants({ storage }: { readonly storage: Storage }) {
  return {
    getConsole: [
      storage.filesOrigin,
      variable('EXPORTS_ORIGIN', `https://${storage.exports.bucketRegionalDomainName}`),
    ],
  };
}
