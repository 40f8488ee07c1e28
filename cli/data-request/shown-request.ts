/** Formats a data request for the terminal. */
import type * as z from 'zod';
import type { dataRequestView } from '../../lambdas/data-requests/data-request-view.ts';
import { columns } from '../command-line.ts';
import { targetOptions, type ApiOptions } from '../management-api.ts';

/** A data request as returned by the API. */
export type ShownRequest = z.infer<typeof dataRequestView>;

/** Returns lines with the request's state, the matches found, and the recipients of copies. */
export function linesOf({ told, unchanged, ...of }: ShownRequest): string[] {
  const { submissions, spam, ...others } = of.counts;
  const rows: (readonly [string, string | null])[] = [
    ['id', of.id],
    ['kind', of.kind],
    ['status', of.status],
    ['reason', of.reason],
    ['email', of.email],
    ['terms', of.terms?.join(', ') ?? null],
    ['note', of.note],
    ['created', of.created_at],
    ['searched until', of.searched_until],
    ['finished', of.finished_at],
    ['submissions', `${submissions} (${spam} spam)`],
    ...Object.entries(others).map(([name, count]) => [name, String(count)] as const),
    ...of.forms.map(
      ({ form_id, name, submissions: count }) => ['form', `${form_id}  ${count}  ${name}`] as const,
    ),
    ...told.webhooks.map(
      (each) => ['told webhook', `${each.webhook_id}  ${each.deliveries}  ${each.host ?? '-'}`] as const,
    ),
    ...told.connections.map(
      (each) => ['told app', `${each.connection_id}  ${each.deliveries}  ${each.name}`] as const,
    ),
    ...told.recipients.map(({ address, emails }) => ['told recipient', `${address}  ${emails}`] as const),
    ...(unchanged && unchanged.members > 0 ? [['unchanged', `${unchanged.members} members`] as const] : []),
    ...(unchanged?.spam_lists ?? []).map(
      ({ form_id, list }) => ['unchanged', `list spam.${list} of ${form_id}`] as const,
    ),
  ];
  return columns(rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/**
 * Returns a line with the next command to run against the same service, if there is one.
 * @param target the options that select the service, except the key, which must not appear in the output
 */
export function nextStepOf(
  { id, kind, status }: ShownRequest,
  target: Pick<ApiOptions, 'local' | 'url' | 'stage' | 'stack'>,
): string[] {
  const rest = [id, ...targetOptions(target)].join(' ');
  if (kind === 'erase' && status === 'ready')
    return [`To erase this, run: svc-forms data-request confirm ${rest}`];
  if (status !== 'finished') return [];
  const what = kind === 'export' ? 'ZIP file' : 'certificate';
  return [`To save the ${what}, run: svc-forms data-request download ${rest}`];
}
