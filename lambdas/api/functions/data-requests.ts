/** Lambda function for the data request operations. */
import { handler as cancelDataRequest } from '../../data-requests/cancel-data-request.ts';
import { handler as confirmDataRequest } from '../../data-requests/confirm-data-request.ts';
import { handler as createDataRequest } from '../../data-requests/create-data-request.ts';
import { handler as listDataRequestMatches } from '../../data-requests/list-data-request-matches.ts';
import { handler as listDataRequests } from '../../data-requests/list-data-requests.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'dataRequests'>({
  createDataRequest,
  listDataRequests,
  listDataRequestMatches,
  confirmDataRequest,
  cancelDataRequest,
});
