/**
 * Runs every hour and resumes abandoned form jobs, imports and data requests. A job is abandoned if its queue
 * message was lost or ran out of retries. Also brings search indexes up to date.
 */
import { formJobQueue } from '../forms/jobs/form-job-queue.ts';
import { dataRequestQueue } from '../data-requests/data-request-queue.ts';
import { formJobStore } from './form-job-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { HOUR, type Clock } from '../core/clock.ts';
import { firstMessage } from '../forms/jobs/form-job.ts';
import { SEARCH_INDEX } from '../submissions/search-index/search-index.ts';
import { readEnvironment } from '../environment.ts';

interface Deps {
  readonly jobs: Pick<ReturnType<typeof formJobStore>, 'untouchedSince'>;
  readonly queue: Pick<ReturnType<typeof formJobQueue>, 'send' | 'sendImport' | 'sendIndex'>;
  readonly dataRequests: Pick<ReturnType<typeof dataRequestQueue>, 'send'>;
  readonly now: Clock;
}

/**
 * Time without progress after which a job counts as abandoned, in milliseconds. Must be longer than the pause
 * between two passes, and longer than the queue takes to redeliver a message.
 */
const MAX_WAIT = HOUR;

export function resumeFormJobs({ jobs, queue, dataRequests, now }: Deps) {
  return async (): Promise<void> => {
    for (const job of await jobs.untouchedSince(now() - MAX_WAIT)) {
      if ('data_request_id' in job) await dataRequests.send({ request_id: job.data_request_id });
      else if ('import_id' in job) await queue.sendImport(job);
      else if (job.kind === SEARCH_INDEX) await queue.sendIndex(job);
      else await queue.send(firstMessage(job));
    }
  };
}

const environment = readEnvironment('DATA_REQUESTS_QUEUE_URL', 'FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL');

export const handler = resumeFormJobs({
  jobs: formJobStore(documentClient(), environment.FORM_JOBS_TABLE),
  queue: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
  dataRequests: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
  now: Date.now,
});
