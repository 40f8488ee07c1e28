/** Shows a notice while the browser is offline. */
import { useSyncExternalStore } from 'react';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTexts } from '../texts/texts.tsx';

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
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-bar">
          <WifiOff size={14} aria-hidden />
          {t.offline}
        </p>
      )}
    </div>
  );
}
