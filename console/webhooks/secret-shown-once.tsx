/** Shows a signing secret once. */
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock, CopyButton } from '../ui/copy.tsx';

export function SecretShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts('webhooks');
  return (
    <div className="webhook-form-fields" role="status">
      <p>{t.secretShownOnce}</p>
      <CodeBlock code={secret} label={t.theSecret} />
      <div className="webhook-actions">
        <CopyButton text={secret} label={t.copySecret} />
        <Button kind="primary" onPress={onClose}>
          {t.confirmSaved}
        </Button>
      </div>
    </div>
  );
}
