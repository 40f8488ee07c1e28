/** Shows the usage screen: the month's usage, the forecast, and each form's share. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import type { Schema } from '../api/api-client.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMe } from '../app/session.tsx';
import { statisticsQuery } from '../forms/form-activity.ts';
import { useTexts } from '../texts/texts.tsx';
import { DayChart } from '../ui/chart.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/states.tsx';
import { daysOfMonth, forecastOf, monthOfForm, stateOfUsage, type Usage } from './month-usage.ts';
import { RefusedPosts } from './refused-posts.tsx';
import { usageQuery } from './usage-query.ts';

/** Maximum number of forms to read statistics for. Each form needs a separate request. */
const MAX_FORMS = 100;
/** Percentage of the quota at which the first e-mail notice is sent. */
const FIRST_NOTICE_PERCENT = 80;

export function UsageScreen() {
  const t = useTexts('usage');
  const usage = useQuery({ ...usageQuery, refetchInterval: 60_000 });
  return (
    <Page title={t.title} width="narrow">
      <Loaded query={usage}>{(found) => <Month usage={found} now={usage.dataUpdatedAt} />}</Loaded>
    </Page>
  );
}

function Month({ usage, now }: { usage: Usage; now: number }) {
  const t = useTexts('usage');
  const formats = useFormats();
  const { member } = useMe();
  // If the member can only access specific forms, hide the account's total, because it would reveal how many
  // submissions other forms receive.
  const isLimited = member !== undefined && member.form_ids !== null;
  return (
    <>
      {isLimited ? (
        <p className="soft">{t.ownFormsOnly}</p>
      ) : (
        <Section title={formats.utcMonth(usage.period.start.slice(0, 7))}>
          <MonthBar usage={usage} now={now} />
        </Section>
      )}
      <ByForm usage={usage} isLimited={isLimited} />
      <RefusedPosts refused={usage.refused} />
      <Section title={t.plan}>
        <Plan usage={usage} isLimited={isLimited} />
      </Section>
    </>
  );
}

function MonthBar({ usage, now }: { usage: Usage; now: number }) {
  const t = useTexts('usage');
  const formats = useFormats();
  const { used, limit, remaining } = usage.submissions;
  const forecast = forecastOf(usage, now);
  const state = stateOfUsage(usage);
  const lastDay = formats.utcDay(new Date(Date.parse(usage.period.end) - 1).toISOString().slice(0, 10));
  const most = Math.max(limit, 1);
  const part = Math.min(1, used / most);
  const coming = Math.min(1, (forecast ?? used) / most);
  return (
    <div className="month">
      <p className="month-figure">
        <strong className="numeric">{formats.number(used)}</strong>
        <span className="soft">{t.ofLimit(formats.number(limit))}</span>
        <span className="month-percent numeric">{limit === 0 ? '' : formats.percent(used / limit)}</span>
      </p>
      <div
        className={`month-bar ${state}`}
        role="meter"
        aria-label={t.used}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${formats.number(used)} ${t.ofLimit(formats.number(limit))}`}
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
          <rect className="coming" width={coming * 100} height={1} />
          <rect className="part" width={part * 100} height={1} />
          <line x1={FIRST_NOTICE_PERCENT} x2={FIRST_NOTICE_PERCENT} y1={0} y2={1} className="mark" />
        </svg>
      </div>
      <p className="month-notes soft">
        <span>{t.remaining(remaining)}</span>
        <span>{forecast === undefined ? t.tooEarly : t.forecast(formats.number(forecast), lastDay)}</span>
      </p>
      {state !== 'fine' && (
        <p className={`month-notice ${state}`} role="status">
          {state === 'full' ? t.full : t.near}
        </p>
      )}
      {state === 'fine' && forecast !== undefined && forecast > limit && (
        <p className="month-notice near" role="status">
          {t.willBeFull}
        </p>
      )}
    </div>
  );
}

interface FormRow {
  readonly id: string;
  readonly form: Schema<'Form'> | undefined;
  readonly received: number;
  readonly spam: number;
}

function ByForm({ usage, isLimited }: { usage: Usage; isLimited: boolean }) {
  const t = useTexts('usage');
  const forms = useQuery(formsQuery);
  return (
    <Section title={t.byForm} hint={t.byFormHint}>
      <Loaded query={forms} waiting={<SharesComing />}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">{t.noForms}</p>
          ) : (
            <FormShares
              usage={usage}
              forms={all.slice(0, MAX_FORMS)}
              restName={all.length > MAX_FORMS ? t.otherForms : t.deletedForms}
              hasRest={!isLimited}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

/** Renders a placeholder that is as tall as the loaded content, so that nothing below it moves. */
const SharesComing = () => (
  <div className="shares-coming">
    <Skeleton />
  </div>
);

function FormShares(props: {
  usage: Usage;
  forms: readonly Schema<'Form'>[];
  /** Name of the row for submissions to forms that aren't in `forms`. */
  restName: string;
  hasRest: boolean;
}) {
  const { usage, forms, restName, hasRest } = props;
  const t = useTexts('usage');
  const formats = useFormats();
  // Read 90 days of statistics, because 30 days don't cover a 31-day month.
  const statistics = useQueries({ queries: forms.map(({ id }) => statisticsQuery(id, '90')) });
  const known = statistics.flatMap(({ data }) => (data ? [data] : []));
  const isWhole = known.length === forms.length;
  const days = daysOfMonth(usage, known);
  // Wait until all statistics are loaded, because each result could change the order of the rows.
  if (statistics.some(({ isPending }) => isPending)) return <SharesComing />;
  const rows: FormRow[] = forms
    .map((form, index) => {
      const data = statistics[index]?.data;
      const month = data ? monthOfForm(usage.period, data) : { received: 0, spam: 0 };
      return { id: form.id, form, ...month };
    })
    .sort((one, other) => other.received - one.received);
  const received = rows.reduce((sum, row) => sum + row.received, 0);
  const rest = usage.submissions.used - received;
  // Deleted forms have no statistics, but their submissions still count towards the usage, so show them in a
  // separate row.
  if (hasRest && isWhole && rest > 0) rows.push({ id: 'rest', form: undefined, received: rest, spam: 0 });
  const all = rows.reduce((sum, row) => sum + row.received, 0);
  const columns: Column<FormRow>[] = [
    {
      id: 'form',
      title: t.form,
      cell: ({ form }) =>
        form ? (
          <Link to="/inbox" search={{ form: form.id, tab: 'all' }} className="row-link usage-form">
            {form.name}
          </Link>
        ) : (
          <span className="soft">{restName}</span>
        ),
    },
    {
      id: 'share',
      title: t.share,
      isMinor: true,
      cell: (row) => (
        <span className="share">
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
            <rect className="track" width={100} height={1} />
            <rect className="chart-1" width={all === 0 ? 0 : (row.received / all) * 100} height={1} />
          </svg>
          <span className="numeric">
            {all === 0 ? '–' : formats.percent(Math.round((100 * row.received) / all) / 100)}
          </span>
        </span>
      ),
    },
    {
      id: 'received',
      title: t.received,
      isNumeric: true,
      isTight: true,
      cell: (row) => formats.number(row.received),
    },
    {
      id: 'spam',
      title: t.spam,
      isNumeric: true,
      isTight: true,
      cell: (row) => <span className="soft">{row.form ? formats.number(row.spam) : '–'}</span>,
    },
  ];
  return (
    <>
      {days.length > 0 && (
        <DayChart
          title={t.perDay}
          days={days.map(({ date }) => date)}
          series={[
            { label: t.received, tone: 'chart-1', values: days.map((day) => day.received) },
            { label: t.spam, tone: 'chart-faint', values: days.map(({ spam }) => spam) },
          ]}
        />
      )}
      <div className="shares">
        <DataTable label={t.byForm} rows={rows} idOf={({ id }) => id} columns={columns} />
      </div>
    </>
  );
}

function Plan({ usage, isLimited }: { usage: Usage; isLimited: boolean }) {
  const t = useTexts('usage');
  const formats = useFormats();
  const { allowed, max_file_bytes } = usage.uploads;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t.plan}</dt>
          <dd className="plan-name">{usage.plan}</dd>
        </div>
        {!isLimited && (
          <div>
            <dt>{t.perMonth}</dt>
            <dd className="numeric">{t.submissions(usage.submissions.limit)}</dd>
          </div>
        )}
        <div>
          <dt>{t.files}</dt>
          <dd>{allowed ? t.upTo(formats.bytes(max_file_bytes)) : t.noFiles}</dd>
        </div>
      </dl>
      <p className="soft">{t.planHint}</p>
    </>
  );
}
