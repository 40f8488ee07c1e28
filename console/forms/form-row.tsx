/** Shows a form's problems and trend in the list of forms. The trend is loaded when the row comes into view. */
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/api-client.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Sparkline } from '../ui/chart.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { useSeen } from '../ui/seen.ts';
import { allWebhooksQuery } from '../webhooks/webhook-queries.ts';
import { problemsOf, statisticsQuery } from './form-activity.ts';
import { NobodyNotified } from './nobody-notified.tsx';

type Form = Schema<'Form'>;

export function FormName({ form }: { form: Form }) {
  const t = useTexts('forms');
  const { data: all } = useQuery(allWebhooksQuery);
  const webhooks = all?.filter(({ form_id }) => form_id === form.id);
  // A form with a webhook may intentionally have no e-mail recipients, so warn only if no webhook is enabled.
  const hasNoWebhook = webhooks?.every(({ enabled }) => !enabled) ?? false;
  return (
    <span className="form-name">
      <Link to="/inbox" search={{ form: form.id }} className="row-link truncate">
        {form.name}
      </Link>
      {form.status !== 'live' && <Chip tone={toneOf[form.status]}>{t[form.status]}</Chip>}
      {hasNoWebhook && <NobodyNotified form={form} />}
      {problemsOf(form, webhooks ?? []).map((problem) => (
        <Chip key={problem} tone={problem === 'mailWaits' ? 'warn' : 'bad'}>
          {t[problem]}
        </Chip>
      ))}
    </span>
  );
}

const toneOf: Readonly<Record<Form['status'], Tone>> = { live: 'good', draft: 'neutral', paused: 'warn' };

export function FormTrend({ formId }: { formId: string }) {
  const t = useTexts('forms');
  const formats = useFormats();
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const { data: found } = useQuery({ ...statisticsQuery(formId), enabled: isSeen });
  return (
    <span className="form-trend" ref={ref}>
      {found && (
        <>
          <Sparkline
            values={found.by_day.map(({ received }) => received)}
            meaning={t.trend(found.received)}
          />
          <span className="numeric" aria-hidden>
            {formats.number(found.received)}
          </span>
        </>
      )}
    </span>
  );
}
