/** Lambda function that returns and undoes bulk jobs. */
import { handler as getBulkJob } from '../../submissions/bulk/get-bulk-job.ts';
import { handler as undoBulkJob } from '../../submissions/bulk/undo-bulk-job.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'bulkJobs'>({ getBulkJob, undoBulkJob });
