/** Renders a daily column chart at the available width, and the same data as a table. */
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import BarChart from 'lucide-react/icons/chart-no-axes-column';
import Rows from 'lucide-react/icons/table-2';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';
import { DataTable } from './data-table.tsx';

export interface Series {
  readonly label: string;
  readonly tone: 'chart-1' | 'chart-2' | 'chart-faint' | 'good' | 'bad';
  /** Values to plot, one per day. */
  readonly values: readonly number[];
}

const HEIGHT = 150;
const LABELS = 20;
const AXIS = 34;

/**
 * Renders a daily column chart.
 * @param days dates in the format `2026-11-21`, oldest first
 */
export function DayChart({
  title,
  days,
  series,
}: {
  title: string;
  days: readonly string[];
  series: readonly Series[];
}) {
  const house = useTexts('house');
  const formats = useFormats();
  const [isTable, setIsTable] = useState(false);
  const [shown, setShown] = useState<number>();
  const day = shown === undefined ? undefined : days[shown];
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <strong>{title}</strong>
        <ul className="chart-legend">
          {series.map(({ label, tone, values }) => (
            <li key={label}>
              <span className={`chart-key ${tone}`} aria-hidden />
              {label}
              <span className="numeric soft">
                {formats.number(
                  shown === undefined ? values.reduce((sum, value) => sum + value, 0) : (values[shown] ?? 0),
                )}
              </span>
            </li>
          ))}
          {day !== undefined && <li className="soft">{formats.utcDay(day)}</li>}
        </ul>
        <IconButton
          isSmall
          label={isTable ? house.asChart : house.asTable}
          icon={isTable ? <BarChart size={14} aria-hidden /> : <Rows size={14} aria-hidden />}
          onPress={() => setIsTable(!isTable)}
        />
      </figcaption>
      {isTable ? (
        <div className="chart-table">
          <DataTable
            label={title}
            rows={days.map((date, index) => ({ date, index })).reverse()}
            idOf={({ date }) => date}
            columns={[
              { id: 'day', title: '', cell: ({ date }) => formats.utcDay(date) },
              ...series.map(({ label, values }) => ({
                id: label,
                title: label,
                isNumeric: true,
                cell: ({ index }: { index: number }) => formats.number(values[index] ?? 0),
              })),
            ]}
          />
        </div>
      ) : (
        <Columns days={days} series={series} shown={shown} onShow={setShown} />
      )}
    </figure>
  );
}

function Columns(props: {
  days: readonly string[];
  series: readonly Series[];
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
}) {
  const { days, series, shown, onShow } = props;
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const most = niceMaximum(Math.max(1, ...days.map((_, index) => sumAt(series, index))));
  const plot = HEIGHT - LABELS;
  const step = (width - AXIS) / Math.max(days.length, 1);
  const bar = Math.max(1, Math.min(step * 0.68, 18));
  const find = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const index = Math.floor(x / step);
    onShow(index >= 0 && index < days.length ? index : undefined);
  };
  return (
    <div ref={frame} className="chart-frame">
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden
          onPointerMove={find}
          onPointerLeave={() => onShow(undefined)}
        >
          {[0, 0.5, 1].map((part) => {
            const y = plot - part * (plot - 8);
            return (
              <g key={part}>
                <line x1={0} x2={width - AXIS} y1={y} y2={y} className="chart-grid" />
                <text x={width} y={y} className="chart-label end" dominantBaseline="middle">
                  {formats.number(most * part)}
                </text>
              </g>
            );
          })}
          {days.map((date, index) => {
            let top = plot;
            return (
              <g key={date} className={shown === index ? 'chart-day shown' : 'chart-day'}>
                {series.map(({ label, tone, values }) => {
                  const height = ((values[index] ?? 0) / most) * (plot - 8);
                  top -= height;
                  const x = index * step + (step - bar) / 2;
                  return (
                    height > 0 && (
                      <rect
                        key={label}
                        x={x}
                        y={top}
                        width={bar}
                        height={height}
                        rx={Math.min(2, bar / 3)}
                        className={tone}
                      />
                    )
                  );
                })}
              </g>
            );
          })}
          {[0, Math.floor((days.length - 1) / 2), days.length - 1].map((index, place) => (
            <text
              key={place}
              x={place === 0 ? 0 : place === 1 ? (width - AXIS) / 2 : width - AXIS}
              y={HEIGHT - 4}
              className={`chart-label ${['start', 'middle', 'end'][place] ?? ''}`}
            >
              {formats.utcDay(days[index] ?? '1970-01-01')}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}

/**
 * Renders a small column chart without axes that is as tall as a line of text. `meaning` describes the chart
 * to screen readers.
 */
export function Sparkline({ values, meaning }: { values: readonly number[]; meaning: string }) {
  const most = Math.max(1, ...values);
  const step = 100 / Math.max(values.length, 1);
  return (
    <span className="sparkline">
      <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden>
        {values.map((value, index) => {
          const height = value === 0 ? 1 : Math.max(2, (value / most) * 19);
          return (
            <rect
              key={index}
              x={index * step + step * 0.15}
              y={20 - height}
              width={step * 0.7}
              height={height}
              className={value === 0 ? 'chart-faint' : 'chart-1'}
            />
          );
        })}
      </svg>
      <span className="visually-hidden">{meaning}</span>
    </span>
  );
}

const sumAt = (series: readonly Series[], index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);

/**
 * Rounds a chart's maximum up to 2, 4, 6, 8 or 10 times a power of ten, so that half the maximum is a whole
 * number.
 */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [2, 4, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value) ?? value;
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
