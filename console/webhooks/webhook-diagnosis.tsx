/** Explains why a webhook's deliveries fail and how to fix the problem. */
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useFormats } from '../app/formats.ts';
import { navigate } from '../app/current-address.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import type { WebhooksTexts } from '../texts/webhooks/webhooks.en.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { failureText } from './failure-text.ts';
import { lastFailedQuery, type Delivery, type Webhook } from './webhook-queries.ts';

export function WebhookDiagnosis({ webhook, onTurnOn }: { webhook: Webhook; onTurnOn: () => void }) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const mayWrite = useMay('write');
  const { health, disabled_reason } = webhook;
  const isBad = health.state === 'failing' || disabled_reason !== null;
  const { data: last, isPending } = useQuery({ ...lastFailedQuery(webhook.id), enabled: isBad });
  const isComing = isBad && isPending;
  if (health.state !== 'failing' && health.state !== 'disabled') return null;
  const title =
    health.state === 'failing'
      ? t.failingTitle(formats.fullTime(health.failing_since ?? webhook.updated_at))
      : disabled_reason === null
        ? t.offTitle
        : t.switchedOffTitle;
  return (
    <section className={`diagnosis${isBad ? ' bad' : ''}`} aria-label={title}>
      <CircleAlert size={16} aria-hidden />
      <div className="diagnosis-text">
        <h2>{title}</h2>
        {health.state === 'disabled' && (
          <p>
            {disabled_reason === null ? t.offText : disabled_reason === 'gone' ? t.offGone : t.offFailing}
          </p>
        )}
        {isBad && last && <LastFailure of={last} />}
        {isComing && <p aria-hidden>…</p>}
      </div>
      <div className="diagnosis-actions">
        {isBad && last && (
          <Link
            to="/webhooks/$webhookId"
            params={{ webhookId: webhook.id }}
            search={{ delivery: last.id }}
            className="button secondary small"
          >
            {t.seeDelivery}
          </Link>
        )}
        {isComing && (
          <span className="button secondary small diagnosis-coming" aria-hidden>
            {t.seeDelivery}
          </span>
        )}
        {mayWrite && isBad && (
          <Button isSmall onPress={() => void changeUrl(webhook.id)}>
            {t.changeUrl}
          </Button>
        )}
        {mayWrite && health.state === 'disabled' && (
          <Button isSmall onPress={onTurnOn}>
            {t.turnOn}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Opens the webhook's settings and moves the focus to the URL. */
async function changeUrl(webhookId: string): Promise<void> {
  await navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: { view: 'settings' } });
  document.querySelector<HTMLInputElement>('.webhook-form-fields input')?.focus();
}

function LastFailure({ of }: { of: Delivery }) {
  const t = useTexts('webhooks');
  const { last_status_code: status, last_error, last_error_code } = of;
  const answered = status !== null && status > 0;
  return (
    <p>
      {answered && `${t.lastResponse(status)} `}
      {t.reasons[reasonOf(status)]}
      {!answered && <span className="soft">{` ${failureText(last_error_code, last_error, t) ?? ''}`}</span>}
    </p>
  );
}

const REFUSED = new Set([401, 403, 407]);
const NOT_FOUND = new Set([404, 405, 410]);

/** Returns the likely reason for an endpoint's response with this status. */
export function reasonOf(status: number | null): keyof WebhooksTexts['reasons'] {
  if (status === null || status === 0) return 'unreachable';
  if (REFUSED.has(status)) return 'refused';
  if (NOT_FOUND.has(status)) return 'notFound';
  if (status === 429) return 'tooMany';
  if (status >= 500) return 'theirs';
  return status >= 400 ? 'rejected' : 'redirect';
}
