/**
 * Shows a notice while the browser is offline, and sends the stored changes when the browser is back online.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import Hourglass from 'lucide-react/icons/hourglass';
import WifiOff from 'lucide-react/icons/wifi-off';
import { api, fetched } from '../api/api-client.ts';
import { ApiError, isTemporary } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { sendKeptChanges, useKeptCount } from '../app/kept-changes.ts';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineBar() {
  const t = useTexts('shell');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const kept = useKeptCount(useMe().id);
  const isBusy = useSendWhenOnline(isOnline);
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-bar">
          <WifiOff size={14} aria-hidden />
          {t.offline}
          {kept > 0 && <strong>{t.keptChanges(kept)}</strong>}
        </p>
      )}
      {isOnline && isBusy && kept > 0 && (
        <p className="offline-bar">
          <Hourglass size={14} aria-hidden />
          {t.busy}
          <strong>{t.keptChanges(kept)}</strong>
        </p>
      )}
    </div>
  );
}

/**
 * Default interval between attempts to send the stored changes, in seconds. The service can specify a
 * different interval.
 */
const RETRY_AFTER = 10;

/**
 * Sends pending changes when the console opens or the browser is back online, and retries until all are
 * sent.
 * @returns true if the last attempt failed because the service was busy or unreachable
 */
function useSendWhenOnline(isOnline: boolean): boolean {
  const t = useTexts('shell');
  const inbox = useTexts('inbox');
  const { id } = useMe();
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isOnline) return undefined;
    const send = async (): Promise<void> => {
      const sent = await sendKeptChanges(id, async (body) => {
        try {
          const answer = await fetched(api.POST('/v1/submissions/bulk', { body }));
          const failed = 'data' in answer ? answer.data.filter(({ ok }) => !ok).length : 0;
          if (failed > 0) toast({ text: inbox.someFailed(failed), isBad: true });
        } catch (error) {
          // Send the change later if the service is unreachable or busy, or the session has ended.
          if (isTemporary(error) || (error instanceof ApiError && error.status === 401)) throw error;
          onError(error);
        }
      });
      setIsBusy(false);
      if (sent === 0) return;
      toast({ text: t.keptChangesSent(sent) });
      for (const key of ['submissions', 'submission', 'forms'])
        void queries.invalidateQueries({ queryKey: [key] });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const attempt = (): void => {
      send().catch((error: unknown) => {
        if (isOver || !isTemporary(error)) return;
        setIsBusy(true);
        const seconds = error instanceof ApiError ? error.retryAfter : undefined;
        timer = setTimeout(attempt, (seconds ?? RETRY_AFTER) * 1000);
      });
    };
    attempt();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOnline, id, queries, onError, t, inbox]);
  return isBusy;
}
