/** Shows a message if a screen doesn't exist or has crashed. */
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { EmptyState, Failure } from '../ui/states.tsx';

export function NotHere() {
  const t = useTexts('shell');
  return (
    <EmptyState
      isScreen
      title={t.notHere}
      action={
        <Link to="/forms" className="button secondary">
          {t.toForms}
        </Link>
      }
    >
      {t.notHereText}
    </EmptyState>
  );
}

export function ScreenFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <Failure error={error} onRetry={onRetry} />;
}
