/**
 * Sets how long submissions are kept and shows how many submissions a shorter retention would delete
 * immediately.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../app/link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Radios } from '../../ui/choice.tsx';
import { Section } from '../../ui/page.tsx';
import { NumberField } from '../number-field.tsx';
import { useSettings } from '../settings-draft.tsx';
import { expiringQuery } from '../settings-query.ts';

const USUAL_DAYS = 365;
const MAX_DAYS = 3650;

export function RetentionSection() {
  const t = useTexts('settings');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const days = settings.retention_days;
  const isShorter = days !== null && (form.retention_days === null || days < form.retention_days);
  return (
    <Section title={t.sections.retention} hint={t.retentionHint}>
      <Radios
        label={t.keep}
        value={days === null ? 'ever' : 'days'}
        isReadOnly={!mayWrite}
        onChange={(choice) =>
          set('retention_days', choice === 'ever' ? null : (form.retention_days ?? USUAL_DAYS))
        }
        options={[
          { value: 'ever', label: t.keepForever },
          { value: 'days', label: t.keepDays },
        ]}
      />
      {days !== null && (
        <NumberField
          label={t.days}
          value={days}
          least={1}
          most={MAX_DAYS}
          isReadOnly={!mayWrite}
          error={errorAt('retention_days')}
          onChange={(value) => value !== undefined && set('retention_days', value)}
        />
      )}
      <div role="status" className="settings-live">
        {isShorter && <GoesNow days={days} />}
      </div>
      <p className="field-hint">{t.spamKept}</p>
    </Section>
  );
}

function GoesNow({ days }: { days: number }) {
  const t = useTexts('settings');
  const { form } = useSettings();
  const { data, isError } = useQuery(expiringQuery(form.id, days));
  if (isError) return <p className="settings-warning">{t.goNowUnknown}</p>;
  if (!data) return <p className="soft">{t.counting}</p>;
  if (data.count === 0) return <p className="soft">{t.nothingToDelete}</p>;
  return (
    <p className="settings-warning">
      <strong>{t.willDelete(data.count, data.isAll)}</strong> {t.goNowText}{' '}
      <Link to="/export" search={{ form: form.id }}>
        {t.exportFirst}
      </Link>
    </p>
  );
}
