/** Once an hour: chores of forms that nobody works on, because a message was lost or given up, are started again. */
import { formJobQueue } from './form-job-queue.ts';
import { formJobStore } from './form-job-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { HOUR, type Clock } from '../core/clock.ts';
import { firstMessage } from './form-job.ts';
import { readEnvironment } from '../environment.ts';

interface Parts {
  readonly chores: Pick<ReturnType<typeof formJobStore>, 'untouchedSince'>;
  readonly queue: Pick<ReturnType<typeof formJobQueue>, 'send'>;
  readonly now: Clock;
}

/** Longer than a chore under way is ever left alone: between two passes, or while its message is tried again. */
const LEFT_ALONE = HOUR;

export function resumeFormJobs({ chores, queue, now }: Parts) {
  return async (): Promise<void> => {
    for (const chore of await chores.untouchedSince(now() - LEFT_ALONE)) {
      await queue.send(firstMessage(chore));
    }
  };
}

const environment = readEnvironment('FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL');

export const handler = resumeFormJobs({
  chores: formJobStore(documentClient(), environment.FORM_JOBS_TABLE),
  queue: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
  now: Date.now,
});
