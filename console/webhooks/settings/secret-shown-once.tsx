/** Shows a signing secret once. */
import { useTexts } from '../../texts/texts.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

export function SecretShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts('webhooks');
  return (
    <ShownOnce
      secret={secret}
      texts={{ ...t, shownOnce: t.secretShownOnce, label: t.theSecret, copy: t.copySecret }}
      onClose={onClose}
    />
  );
}
