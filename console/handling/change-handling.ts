/** Changes the assignee and labels of submissions, and shows the result in all lists. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { sendOrKeep } from '../app/kept-changes.ts';
import { useMe } from '../app/session.tsx';
import { showSubmissions } from '../inbox/submission-actions.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';

type Submission = Schema<'Submission'>;
type Label = Schema<'Label'>;

/** A change to the assignee or labels of submissions. */
type HandlingChange =
  | { readonly action: 'assign'; readonly assignee: Submission['assignee'] }
  | { readonly action: 'label' | 'unlabel'; readonly label: Label };

/** Returns the submission with the change applied. */
export function afterHandling(before: Submission, change: HandlingChange): Submission {
  if (change.action === 'assign') return { ...before, assignee: change.assignee };
  const others = before.labels.filter(({ id }) => id !== change.label.id);
  const labels =
    change.action === 'label' ? [...others, change.label].sort((a, b) => (a.id < b.id ? -1 : 1)) : others;
  return { ...before, labels };
}

const bodyOf = (change: HandlingChange) =>
  change.action === 'assign'
    ? { action: change.action, assignee: change.assignee?.id ?? null }
    : { action: change.action, labels: [change.label.id] };

/** Maximum number of ids in a request. */
const MAX_IDS = 100;

/**
 * Returns a function that applies a change. The change is shown immediately. It is rolled back for
 * submissions that the service doesn't change, for example because they already have five labels.
 */
export function useChangeHandling() {
  const queries = useQueryClient();
  const inbox = useTexts('inbox');
  const onError = useFailureToast();
  const { id: userId } = useMe();
  return useMutation({
    mutationFn: async ({
      submissions,
      change,
    }: {
      submissions: readonly Submission[];
      change: HandlingChange;
    }) => {
      const failed = new Set<string>();
      for (let start = 0; start < submissions.length; start += MAX_IDS) {
        const ids = submissions.slice(start, start + MAX_IDS).map(({ id }) => id);
        for (const id of await sendOrKeep(userId, { ids, ...bodyOf(change) })) failed.add(id);
      }
      return failed;
    },
    // If the browser is offline, store the change instead of pausing the mutation, so that the change
    // survives a reload.
    networkMode: 'always',
    // Send changes one after another, so that changes to the same submissions stay in order.
    scope: { id: 'handling' },
    onMutate: ({ submissions, change }) =>
      showSubmissions(queries, new Map(submissions.map((each) => [each.id, afterHandling(each, change)]))),
    onSuccess: (failed, { submissions }) => {
      if (failed.size > 0) {
        const refused = submissions.filter(({ id }) => failed.has(id));
        showSubmissions(queries, new Map(refused.map((each) => [each.id, each])));
        toast({ text: inbox.someFailed(failed.size), isBad: true });
      }
      for (const { id } of submissions)
        void queries.invalidateQueries({ queryKey: ['submission', id, 'timeline'] });
    },
    onError: (error, { submissions }) => {
      showSubmissions(queries, new Map(submissions.map((each) => [each.id, each])));
      // The change may have failed because the label or member was deleted, so refresh both lists.
      void queries.invalidateQueries({ queryKey: ['labels'] });
      void queries.invalidateQueries({ queryKey: ['assignees'] });
      onError(error);
    },
  });
}
