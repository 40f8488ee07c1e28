/** Lets the user add an asymmetric signature to requests, and shows the public keys. */
import { useFormats } from '../../app/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Switch } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { useChange } from '../webhook-actions.ts';
import type { Webhook } from '../webhook-queries.ts';

export function SigningSection({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const change = useChange(webhook.id);
  const { signing } = change.isPending ? { ...webhook, ...change.variables } : webhook;
  const { public_key, previous_public_key, previous_until } = webhook;
  return (
    <>
      <Switch
        isSelected={signing === 'hmac+ed25519'}
        onChange={(isOn) => change.mutate({ signing: isOn ? 'hmac+ed25519' : 'hmac' })}
        hint={t.asymmetricHint}
      >
        {t.asymmetric}
      </Switch>
      {public_key !== null && <PublicKey label={t.publicKey} value={public_key} />}
      {previous_public_key !== null && previous_until !== null && (
        <PublicKey
          label={t.previousPublicKey(formats.fullTime(previous_until))}
          value={previous_public_key}
        />
      )}
    </>
  );
}

function PublicKey({ label, value }: { label: string; value: string }) {
  const t = useTexts('webhooks');
  return (
    <div className="public-key">
      <span className="field-label">{label}</span>
      <code>{value}</code>
      <CopyButton text={value} label={t.copyPublicKey} />
    </div>
  );
}
