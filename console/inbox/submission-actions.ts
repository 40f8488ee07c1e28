/**
 * Runs actions on submissions. The result is shown immediately and rolled back if the service rejects the
 * change. Each action can be undone for 10 s.
 */
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Schema, SubmissionPage } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { sendOrKeep } from '../app/kept-changes.ts';
import { useMe } from '../app/session.tsx';
import { changeLater } from '../app/undo.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';
import { useDoneTexts } from './done-texts.ts';

type Submission = Schema<'Submission'>;
export type BulkAction = Exclude<Schema<'BulkInput'>['action'], 'assign' | 'label' | 'unlabel'>;

const MAX_IDS = 100;

/**
 * The inverse of each action, used to undo it. Deletions have no inverse, because they aren't sent until the
 * undo period ends.
 */
const inverse: Readonly<Record<Exclude<BulkAction, 'delete'>, BulkAction>> = {
  read: 'unread',
  unread: 'read',
  star: 'unstar',
  unstar: 'star',
  handle: 'unhandle',
  unhandle: 'handle',
  spam: 'release',
  release: 'spam',
};
/** Actions that remove a submission from the current list. */
const removing: readonly BulkAction[] = ['spam', 'release', 'delete'];

/** Returns the submission after the action, or the same object if the action doesn't change it. */
export function after(action: BulkAction, submission: Submission, now: number): Submission {
  switch (action) {
    case 'read':
      return submission.read_at === null
        ? { ...submission, read_at: new Date(now).toISOString() }
        : submission;
    case 'unread':
      return submission.read_at === null ? submission : { ...submission, read_at: null };
    case 'star':
    case 'unstar':
      return submission.starred === (action === 'star')
        ? submission
        : { ...submission, starred: action === 'star' };
    case 'handle':
      return submission.handled_at === null
        ? { ...submission, handled_at: new Date(now).toISOString() }
        : submission;
    case 'unhandle':
      return submission.handled_at === null ? submission : { ...submission, handled_at: null };
    case 'spam':
    case 'release': {
      const status = action === 'spam' ? 'spam' : 'received';
      return submission.status === status ? submission : { ...submission, status };
    }
    case 'delete':
      return submission;
  }
}

/** Ids of submissions that are being removed. Lists hide them. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
function hide(ids: readonly string[], isHidden: boolean): void {
  const changed = new Set(hidden);
  for (const id of ids) {
    if (isHidden) changed.add(id);
    else changed.delete(id);
  }
  hidden = changed;
  listeners.forEach((listener) => listener());
}

export function useHiddenSubmissions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

/**
 * The last request, which the next one waits for, so that requests are sent in the order of the user's
 * actions.
 */
let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Sends an action on submissions in batches.
 * @returns the ids of submissions that couldn't be changed
 * @throws ApiError, NoConnection
 */
function send(
  userId: string,
  ids: readonly string[],
  action: BulkAction,
  keepalive = false,
): Promise<string[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
  const run = async (): Promise<string[]> => {
    const failed: string[] = [];
    for (const batch of batches) {
      failed.push(...(await sendOrKeep(userId, { ids: [...batch], action }, keepalive)));
    }
    return failed;
  };
  // The tab is closing, so don't wait for earlier requests.
  if (keepalive) return run();
  const request = lastRequest.then(run, run);
  lastRequest = request.catch(() => undefined);
  return request;
}

/**
 * Ids of submissions whose reads were canceled. `underWay` is the number of actions that haven't ended yet.
 */
const canceled = new Set<string>();
let underWay = 0;

/**
 * Cancels reads that would show the submissions as they were before an action.
 * @returns a function to call when the action has ended. If no other action is in progress, it repeats the
 * canceled reads.
 */
async function cancelReads(queries: QueryClient, submissions: readonly Submission[]): Promise<() => void> {
  underWay += 1;
  const keys = submissions.map(({ id }) => ({ queryKey: ['submission', id], exact: true }));
  for (const key of keys) if (queries.isFetching(key) > 0) canceled.add(key.queryKey[1] ?? '');
  await Promise.all(
    [{ queryKey: ['submissions', 'head'] }, ...keys].map((key) => queries.cancelQueries(key)),
  );
  return () => {
    underWay -= 1;
    if (underWay > 0) return;
    for (const id of canceled) void queries.invalidateQueries({ queryKey: ['submission', id], exact: true });
    canceled.clear();
  };
}

/** Updates the changed submissions in all cached lists. */
export function showSubmissions(queries: QueryClient, changed: ReadonlyMap<string, Submission>): void {
  const inPage = (page: SubmissionPage): SubmissionPage =>
    page.data.some(({ id }) => changed.has(id))
      ? { ...page, data: page.data.map((each) => changed.get(each.id) ?? each) }
      : page;
  queries.setQueriesData<InfiniteData<SubmissionPage>>(
    { queryKey: ['submissions', 'page'] },
    (pages) => pages && { ...pages, pages: pages.pages.map(inPage) },
  );
  queries.setQueriesData<SubmissionPage>(
    { queryKey: ['submissions', 'head'] },
    (page) => page && inPage(page),
  );
  for (const [id, submission] of changed) {
    queries.setQueryData<Submission>(['submission', id], (known) => known && { ...known, ...submission });
  }
}

/**
 * Runs an action on submissions. If `isQuiet` is true, no toast is shown on success, because the change is
 * already visible (a star, for example).
 */
export type RunAction = (
  submissions: readonly Submission[],
  action: BulkAction,
  options?: { readonly isQuiet?: boolean },
) => void;

export function useSubmissionActions(): RunAction {
  const queries = useQueryClient();
  const t = useTexts('inbox');
  const house = useTexts('house');
  const onError = useFailureToast();
  const { id: userId } = useMe();
  const done = useDoneTexts();
  return useCallback<RunAction>(
    (submissions, action, { isQuiet = false } = {}) => {
      const apply = (before: readonly Submission[], step: BulkAction): (() => void) => {
        const ids = before.map(({ id }) => id);
        if (removing.includes(step)) hide(ids, true);
        showSubmissions(queries, new Map(before.map((each) => [each.id, after(step, each, Date.now())])));
        return () => {
          hide(ids, false);
          showSubmissions(queries, new Map(before.map((each) => [each.id, each])));
        };
      };
      const refresh = (): void => void queries.invalidateQueries({ queryKey: ['forms'] });
      const perform = async (before: readonly Submission[], step: BulkAction, restore: () => void) => {
        const resumeReads = await cancelReads(queries, before);
        try {
          const failed = await send(
            userId,
            before.map(({ id }) => id),
            step,
          );
          if (failed.length > 0) {
            hide(failed, false);
            showSubmissions(
              queries,
              new Map(before.filter(({ id }) => failed.includes(id)).map((each) => [each.id, each])),
            );
            toast({ text: t.someFailed(failed.length), isBad: true });
          }
          refresh();
        } catch (error) {
          restore();
          onError(error);
        } finally {
          resumeReads();
        }
      };

      const affected =
        action === 'delete'
          ? submissions
          : submissions.filter((each) => after(action, each, Date.now()) !== each);
      if (affected.length === 0) return;
      const restore = apply(affected, action);
      const text = done(action, affected.length);
      if (action === 'delete') {
        changeLater({
          text,
          undoLabel: house.undo,
          commit: async (isLeaving) => {
            const failed = await send(
              userId,
              affected.map(({ id }) => id),
              'delete',
              isLeaving,
            );
            hide(failed, false);
            if (failed.length > 0) toast({ text: t.someFailed(failed.length), isBad: true });
            refresh();
          },
          restore,
          onError,
        });
        return;
      }
      void perform(affected, action, restore);
      if (isQuiet) return;
      toast({
        text,
        action: {
          label: house.undo,
          run: () => {
            const changed = affected.map((each) => after(action, each, Date.now()));
            hide(
              affected.map(({ id }) => id),
              false,
            );
            showSubmissions(queries, new Map(affected.map((each) => [each.id, each])));
            void perform(changed, inverse[action], () => undefined);
          },
        },
      });
    },
    [queries, t, house, onError, userId, done],
  );
}
