/** Provides the messages that are shown after an action. */
import { useCallback } from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { BulkJob } from './bulk-job.ts';

/** Returns a function that returns the message for an action and the number of submissions. */
export function useDoneTexts(): (action: BulkJob['action'], count: number) => string {
  const t = useTexts('inbox');
  return useCallback(
    (action, count) =>
      ({
        delete: t.didDelete,
        spam: t.didSpam,
        release: t.didRelease,
        read: t.didRead,
        unread: t.didUnread,
        star: t.didStar,
        unstar: t.didUnstar,
        handle: t.didHandle,
        unhandle: t.didUnhandle,
        assign: t.didUpdate,
        label: t.didUpdate,
        unlabel: t.didUpdate,
      })[action](count),
    [t],
  );
}
