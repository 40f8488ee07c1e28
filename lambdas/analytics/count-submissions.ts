/**
 * Processes the submission stream. Counts submissions per form per day. In the same transaction, increments
 * the form's change marker and, when owners mark submissions as spam or release them, trains the form's word
 * model. Then increments the change markers of the accounts, and of forms whose changes weren't counted. Also
 * spreads hot forms over several partitions, and queues updates to search indexes for new and deleted
 * submissions. Deleting a submission later doesn't affect the counts or the model.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { changeMarkerStore, type ChangeMarkers } from '../aws/change-marker-store.ts';
import { dayCounterStore } from './day-counter-store.ts';
import { formSplitStore } from './form-split-store.ts';
import { hotForms } from './hot-forms.ts';
import { ExpiringCache } from '../core/expiring-cache.ts';
import { pieceOf } from '../core/submission-pieces.ts';
import { changesByDay, type DayChanges, type StatusChange } from '../forms/counts/day-counts.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { timeOfChange } from '../aws/event-sources/stream-change.ts';
import { comparableSequence } from '../aws/sequence-counter-store.ts';
import { streamBatchHandler } from '../aws/event-sources/stream-handler.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { trainingExamplesOf } from '../submissions/owner-mark.ts';
import { formJobQueue } from '../forms/jobs/form-job-queue.ts';
import { indexNews, type IndexedChange } from '../submissions/search-index/index-news.ts';
import { affectedIndexReader } from '../submissions/search-index/search-index-store.ts';
import type { Lesson } from '../spam/word-model.ts';
import { modelUpdate } from '../spam/word-model-store.ts';
import {
  markedSubmissionChange,
  type MarkedSubmissionChange as SubmissionChange,
} from '../submissions/submission-stream.ts';

type Deps = Pick<ReturnType<typeof dayCounterStore>, 'count'> &
  Partial<Pick<ReturnType<typeof formSplitStore>, 'split'>> &
  Pick<ChangeMarkers, 'note'> & {
    /**
     * Returns the DynamoDB update that trains the word model of the form's spam filter with these examples.
     */
    readonly learnWrite: (formId: string, lessons: readonly Lesson[]) => ReturnType<typeof modelUpdate>;
    /** Queues the search index updates that the changes require. */
    readonly tellIndexes: (changes: readonly IndexedChange[]) => Promise<void>;
  };

/** Maximum number of forms to cache as already split. */
const MAX_SPLIT_FORMS = 1000;

const logger = new Logger({ serviceName: 'svc-forms' });

function statusChange(change: SubmissionChange): StatusChange {
  const { before, after } = change;
  const { form_id, submission_id, received_at } = after ?? before;
  const of = { formId: form_id, piece: pieceOf(submission_id), receivedAt: received_at };
  return { ...of, before, after, sequence: comparableSequence(change) };
}

/**
 * Returns the training examples for the spam filter's word model, keyed by the sequence number of the change
 * that produced them. Most changes produce none.
 */
function lessonsBySequence(changes: readonly SubmissionChange[]): ReadonlyMap<string, readonly Lesson[]> {
  const lessons = new Map<string, readonly Lesson[]>();
  for (const change of changes) {
    const learnt = trainingExamplesOf(change.before, change.after);
    if (learnt.length > 0) lessons.set(comparableSequence(change), learnt);
  }
  return lessons;
}

/**
 * Counts the submission changes in a batch. If an update fails temporarily, the stream redelivers the whole
 * batch. Changes are never counted twice, and incrementing a change marker again is harmless.
 */
export function countSubmissions({ count, note, learnWrite, split, tellIndexes }: Deps) {
  const alreadySplit = new ExpiringCache<true>(MAX_SPLIT_FORMS);

  const countDay = async (
    day: DayChanges,
    changes: readonly SubmissionChange[],
    lessons: ReadonlyMap<string, readonly Lesson[]>,
  ): Promise<string[]> => {
    try {
      await count(day, async (counted) => {
        const learnt = counted.flatMap(({ sequence }) => lessons.get(sequence) ?? []);
        return learnt.length > 0 ? [await learnWrite(day.formId, learnt)] : [];
      });
      return [];
    } catch (error) {
      const first = changes.find((each) => comparableSequence(each) === day.changes[0]?.sequence);
      const sequence = first?.sequence ?? '';
      logger.error('Failed to count submissions', { form_id: day.formId, date: day.date, sequence, error });
      return [sequence];
    }
  };

  // Process a form's days one after another, because each day updates the form's total counter and word
  // model.
  const countDays = (
    changes: readonly SubmissionChange[],
    counted: readonly DayChanges[],
  ): Promise<string[][]> => {
    const lessons = lessonsBySequence(changes);
    const byForm = Map.groupBy(counted, ({ formId }) => formId);
    return Promise.all(
      Array.from(byForm.values(), async (days) => {
        const failed: string[] = [];
        for (const day of days) failed.push(...(await countDay(day, changes, lessons)));
        return failed;
      }),
    );
  };

  // Counting a change already increments its form's marker, so only increment the account's marker.
  const moveMarkers = (
    changes: readonly SubmissionChange[],
    counted: ReadonlySet<string>,
  ): Promise<string[][]> => {
    const idsOf = (change: SubmissionChange): string[] => {
      const { form_id, account_id } = change.after ?? change.before;
      return counted.has(comparableSequence(change)) ? [account_id] : [form_id, account_id];
    };
    const ids = new Set(changes.flatMap(idsOf));
    return Promise.all(
      Array.from(ids, async (id) => {
        const ofThis = changes.filter((change) => idsOf(change).includes(id));
        try {
          await note(id, 'submissions', { mustExist: ofThis.every(({ event }) => event === 'REMOVE') });
          return [];
        } catch (error) {
          const sequence = ofThis[0]?.sequence ?? '';
          logger.error('Failed to update change marker', { marker: id, sequence, error });
          return [sequence];
        }
      }),
    );
  };

  // If a form can't be split, log the error but keep the counts. A later batch tries again if the form is
  // still hot.
  const splitHotForms = async (changes: readonly SubmissionChange[]): Promise<void> => {
    if (!split) return;
    const hot = hotForms(changes.flatMap(({ event, after }) => (event === 'INSERT' ? after : [])));
    for (const of of hot.filter(({ form_id }) => !alreadySplit.get(form_id, 0))) {
      try {
        if (!(await split(of))) continue;
        alreadySplit.set(of.form_id, true, Infinity);
        logger.info('Spread form over several partitions', { form_id: of.form_id });
      } catch (error) {
        logger.warn('Failed to spread form over several partitions', { form_id: of.form_id, error });
      }
    }
  };

  const updateIndexes = async (changes: readonly SubmissionChange[]): Promise<string[]> => {
    const indexed = changes.filter(({ event }) => event !== 'MODIFY');
    try {
      const now = Date.now();
      await tellIndexes(
        indexed.flatMap((change) => {
          const { form_id, submission_id } = change.after ?? change.before;
          const at = timeOfChange(change, now);
          return change.event === 'MODIFY' ? [] : [{ event: change.event, form_id, submission_id, at }];
        }),
      );
      return [];
    } catch (error) {
      logger.error('Failed to update search indexes', { error });
      return indexed.slice(0, 1).map(comparableSequence);
    }
  };

  return streamBatchHandler({
    change: markedSubmissionChange,
    // Update the counts first: clients that see the new change marker must also see the new counts.
    handle: async (changes) => {
      await splitHotForms(changes);
      const days = changesByDay(changes.map(statusChange));
      const sequences = days.flatMap((day) => day.changes.map(({ sequence }) => sequence));
      const uncounted = await countDays(changes, days);
      const unmoved = await moveMarkers(changes, new Set(sequences));
      const untold = await updateIndexes(changes);
      return [...new Set([...uncounted, ...unmoved, untold].flat())];
    },
  });
}

const { COUNTERS_TABLE, FORM_JOBS_QUEUE_URL, FORM_JOBS_TABLE } = readEnvironment(
  'COUNTERS_TABLE',
  'FORM_JOBS_QUEUE_URL',
  'FORM_JOBS_TABLE',
);
// These variables are only set if the stage accepts enough requests per second to make a form hot.
const [forms, formSlugs] = [readIfGiven('FORMS_TABLE'), readIfGiven('FORM_SLUGS_TABLE')];
const db = documentClient();
const queue = formJobQueue(FORM_JOBS_QUEUE_URL);
const indexesOf = affectedIndexReader(db, FORM_JOBS_TABLE);

export const handler = countSubmissions({
  ...dayCounterStore(db, COUNTERS_TABLE),
  ...changeMarkerStore(db, COUNTERS_TABLE),
  ...(forms !== undefined && formSlugs !== undefined && formSplitStore(db, { forms, formSlugs })),
  learnWrite: (formId, lessons) => modelUpdate(db, COUNTERS_TABLE, formId, lessons),
  async tellIndexes(changes) {
    const news = await indexNews(changes, indexesOf);
    await Promise.all(news.map((message) => queue.sendIndex(message)));
  },
});
