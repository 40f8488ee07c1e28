/** Shows the progress of a webhook's current and earlier recoveries. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Chip } from '../ui/chip.tsx';
import { recoveriesQuery, type Recovery } from './webhook-queries.ts';

const SHOWN = 3;
const tones = { running: 'accent', finished: 'good', stopped: 'warn' } as const;

export function Recoveries({ webhookId }: { webhookId: string }) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const { data } = useQuery(recoveriesQuery(webhookId));
  const sent = data?.map(({ sent, succeeded, status }) => `${sent} ${succeeded} ${status}`).join();
  useEffect(() => {
    // Resending changes the deliveries and the webhook's health, so refresh both.
    if (sent !== undefined) {
      void queries.invalidateQueries({ queryKey: ['deliveries', webhookId] });
      void queries.invalidateQueries({ queryKey: ['webhook', webhookId] });
    }
  }, [queries, sent, webhookId]);
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="recoveries" aria-label={t.recovery}>
      <ul>
        {data.slice(0, SHOWN).map((recovery) => (
          <RecoveryLine key={recovery.id} recovery={recovery} />
        ))}
      </ul>
    </section>
  );
}

function RecoveryLine({ recovery }: { recovery: Recovery }) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { status, deliveries, sent, skipped, since, until, actor } = recovery;
  const all = Math.max(deliveries, sent + skipped);
  const span = t.recoveryOf(formats.fullTime(since), formats.fullTime(until));
  return (
    <li className="recovery">
      <Chip tone={tones[status]}>{t[status]}</Chip>
      <span className="recovery-text">
        <span role="status">
          {status === 'running'
            ? t.recoveryRunning(formats.number(sent), formats.number(all))
            : endOf(recovery, t)}
        </span>
        <span className="soft">
          {span}
          {actor?.type === 'service' && ` · ${t.startedByService}`}
          {status === 'running' && ` · ${t.mayLeave}`}
        </span>
      </span>
      {status === 'running' && (
        <ProgressBar
          aria-label={span}
          value={sent + skipped}
          minValue={0}
          maxValue={Math.max(all, 1)}
          className="progress"
        >
          {({ percentage = 0 }) => <Bar part={percentage / 100} />}
        </ProgressBar>
      )}
    </li>
  );
}

/** Renders a progress bar as SVG, because the content security policy doesn't allow inline styles. */
function Bar({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      <rect width={100} height={4} className="chart-faint" />
      <rect width={part * 100} height={4} className="chart-1" />
    </svg>
  );
}

function endOf(
  { sent, failed, skipped, skipped_reasons: reasons, reason }: Recovery,
  t: ReturnType<typeof useTexts<'webhooks'>>,
): string {
  return [
    sent + skipped === 0 ? t.recoveryNothing : t.recoveryFinished(sent),
    ...(failed > 0 ? [t.recoveryFailed(failed)] : []),
    ...(reasons.succeeded > 0 ? [t.recoverySkipped.succeeded(reasons.succeeded)] : []),
    ...(reasons.spam > 0 ? [t.recoverySkipped.spam(reasons.spam)] : []),
    ...(reasons.deleted > 0 ? [t.recoverySkipped.deleted(reasons.deleted)] : []),
    ...(reason ? [t.recoveryStopped[reason]] : []),
  ].join(' · ');
}
