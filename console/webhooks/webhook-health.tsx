/** Shows a webhook's health as one word. */
import { useTexts } from '../texts/texts.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import type { Webhook } from './webhook-queries.ts';

const toneOf: Readonly<Record<Webhook['health']['state'], Tone>> = {
  ok: 'good',
  failing: 'bad',
  disabled: 'neutral',
  idle: 'neutral',
};

export function HealthChip({ of }: { of: Webhook }) {
  const t = useTexts('webhooks');
  const { state } = of.health;
  const wasSwitchedOff = state === 'disabled' && of.disabled_reason !== null;
  return (
    <Chip tone={wasSwitchedOff ? 'bad' : toneOf[state]} hasDot={state !== 'disabled'}>
      {wasSwitchedOff ? t.switchedOff : t.health[state]}
    </Chip>
  );
}

/** Returns the webhook's name, or the host of its URL if it has no name. */
export function titleOf({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name ?? (URL.canParse(url) ? new URL(url).host : url);
}
