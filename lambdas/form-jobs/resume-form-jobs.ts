/** Once an hour: chores of forms that nobody works on, because a message was lost or given up, are started again. */
import { choreQueue } from './form-job-queue.ts';
import { choreStore } from './form-job-store.ts';
import { dynamoDocuments } from '../aws/dynamodb.ts';
import { HOUR, type Clock } from '../core/clock.ts';
import { firstMessage } from './form-job.ts';
import { readEnvironment } from '../environment.ts';

interface Parts {
  readonly chores: Pick<ReturnType<typeof choreStore>, 'untouchedSince'>;
  readonly queue: Pick<ReturnType<typeof choreQueue>, 'send'>;
  readonly now: Clock;
}

/** Longer than a chore under way is ever left alone: between two passes, or while its message is tried again. */
const LEFT_ALONE = HOUR;

export function resumeChores({ chores, queue, now }: Parts) {
  return async (): Promise<void> => {
    for (const chore of await chores.untouchedSince(now() - LEFT_ALONE)) {
      await queue.send(firstMessage(chore));
    }
  };
}

const environment = readEnvironment('FORM_CHORES_TABLE', 'FORM_CHORES_QUEUE_URL');

export const handler = resumeChores({
  chores: choreStore(dynamoDocuments(), environment.FORM_CHORES_TABLE),
  queue: choreQueue(environment.FORM_CHORES_QUEUE_URL),
  now: Date.now,
});
