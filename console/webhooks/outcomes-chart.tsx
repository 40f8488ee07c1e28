/** Shows a chart of daily delivery results for the last two weeks. */
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../texts/texts.tsx';
import { DayChart } from '../ui/chart.tsx';
import { outcomesQuery } from './webhook-queries.ts';

export function OutcomesChart({ webhookId }: { webhookId: string }) {
  const t = useTexts('webhooks');
  const { data } = useQuery(outcomesQuery(webhookId));
  return (
    <div className="webhook-chart">
      {data && (
        <DayChart
          title={data.readUpTo === undefined ? t.chart : t.chartOf(data.readUpTo)}
          days={data.days}
          series={[
            { label: t.succeeded, tone: 'good', values: data.succeeded },
            { label: t.failed, tone: 'bad', values: data.failed },
            { label: t.inProgress, tone: 'chart-faint', values: data.underWay },
          ]}
        />
      )}
    </div>
  );
}
