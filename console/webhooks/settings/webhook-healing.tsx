/** Lets the user choose whether the service resends failed deliveries when the endpoint works again. */
import { useTexts } from '../../texts/texts.tsx';
import { Switch } from '../../ui/choice.tsx';
import { useChange } from '../webhook-actions.ts';
import type { Webhook } from '../webhook-queries.ts';

export function HealingSwitch({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const change = useChange(webhook.id);
  const { auto_recover } = change.isPending ? { ...webhook, ...change.variables } : webhook;
  return (
    <Switch
      isSelected={auto_recover}
      onChange={(isOn) => change.mutate({ auto_recover: isOn })}
      hint={t.autoRecoverHint}
    >
      {t.autoRecover}
    </Switch>
  );
}
