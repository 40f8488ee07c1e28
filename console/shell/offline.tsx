/** Shows a notice while the browser is offline, and sends the changes that were kept meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
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
  useSendWhenOnline(isOnline);
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-bar">
          <WifiOff size={14} aria-hidden />
          {t.offline}
          {kept > 0 && <strong>{t.keptChanges(kept)}</strong>}
        </p>
      )}
    </div>
  );
}

/** Sends the kept changes when the console opens or the browser is back online. */
function useSendWhenOnline(isOnline: boolean): void {
  const t = useTexts('shell');
  const inbox = useTexts('inbox');
  const { id } = useMe();
  const queries = useQueryClient();
  const onError = useFailureToast();
  useEffect(() => {
    if (!isOnline) return;
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
      if (sent === 0) return;
      toast({ text: t.keptChangesSent(sent) });
      for (const key of ['submissions', 'submission', 'forms'])
        void queries.invalidateQueries({ queryKey: [key] });
    };
    send().catch(() => undefined);
  }, [isOnline, id, queries, onError, t, inbox]);
}
