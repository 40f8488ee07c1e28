/** Shows an app's secret once, with its client ID. */
import { useTexts } from '../texts/texts.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

interface AppSecretProps {
  readonly id: string;
  readonly secret: string;
  readonly isWarned: boolean;
  readonly onClose: () => void;
  /** Additional information, shown below the client ID. */
  readonly note?: string | undefined;
}

export function AppSecret({ id, secret, isWarned, onClose, note }: AppSecretProps) {
  const t = useTexts('apps');
  const keys = useTexts('keys');
  return (
    <ShownOnce
      secret={secret}
      texts={{
        shownOnce: t.shownOnce,
        label: t.secret,
        copy: t.copySecret,
        confirmSaved: keys.confirmSaved,
      }}
      warning={isWarned ? t.closeAgain : undefined}
      onClose={onClose}
    >
      <p className="app-client-id">{t.clientId}</p>
      <CodeBlock code={id} label={t.clientId} />
      {note !== undefined && <p>{note}</p>}
    </ShownOnce>
  );
}
