/** Formats the results of the smoke test for the terminal. */
import type { SmokeResult, StepResult } from '../../smoke/run-smoke.ts';
import { columns } from '../command-line.ts';

const MARKS = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** Returns the lines to print before the first step. */
export const startLines = ({ url, account, run }: Pick<SmokeResult, 'url' | 'account' | 'run'>): string[] => [
  `Testing ${url} with the account ${account.name} (${account.id}, plan ${account.plan})`,
  `All forms of this run are called "Smoke ${run} …"`,
];

/** Returns the lines to print when a step has finished. */
export const stepLines = ({ name, status, proved, reason, seconds }: StepResult): string[] => [
  `${MARKS[status].padEnd(7)} ${name}${status === 'skipped' ? '' : ` (${seconds} s)`}`,
  ...proved.map((what) => `          ${what}`),
  ...(reason === null ? [] : [`          ${reason}`]),
];

/**
 * Returns the lines to print after the last step: the latency, the forms that were created, and the overall
 * result.
 */
export function summaryLines({ steps, made, left, checked_responses, passed }: SmokeResult): string[] {
  const rows = steps.flatMap(({ name, latency_ms }) =>
    latency_ms ? [[name, ...Object.values(latency_ms).map(String)]] : [],
  );
  const count = (status: StepResult['status']): number =>
    steps.filter((step) => step.status === status).length;
  return [
    '',
    'Latency in milliseconds',
    ...columns([['step', 'requests', 'p50', 'p95', 'max'], ...rows]),
    '',
    `Created ${made.length} forms: ${made.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none'}`,
    left.length === 0
      ? 'Deleted all of them, with their submissions, files and webhooks'
      : `Still there: ${left.map(({ id }) => id).join(', ')}`,
    `${checked_responses} responses were checked against the OpenAPI document of the service`,
    `${passed ? 'Passed' : 'FAILED'}: ${count('passed')} steps passed, ${count('failed')} failed, ${count('skipped')} skipped`,
  ];
}
