/** Creates the function that starts form jobs, using the environment's configuration. */
import { readEnvironment } from '../../environment.ts';
import { formJobQueue } from './form-job-queue.ts';

/**
 * Returns a function that starts stored form jobs. It reads the queue's URL only when a job starts. The
 * Lambda function for agents doesn't have the URL, because none of its tools starts a job.
 */
export const formJobStarter = (): Pick<ReturnType<typeof formJobQueue>, 'start'> => ({
  start: (job) => formJobQueue(readEnvironment('FORM_JOBS_QUEUE_URL').FORM_JOBS_QUEUE_URL).start(job),
});
