/** Reads a form's recent activity and finds its problems. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';

export const statisticsQuery = (formId: string, days: '30' | '90' | '365' = '30') =>
  queryOptions({
    queryKey: ['statistics', formId, days],
    queryFn: ({ signal }) =>
      fetched(
        api.GET('/v1/forms/{id}/statistics', { params: { path: { id: formId }, query: { days } }, signal }),
      ),
    staleTime: 60_000,
  });

type FormProblem = 'webhookFails' | 'webhookOff' | 'mailWaits';

/**
 * Returns the problems that prevent notifications for a form: at most one of each kind, with the most severe
 * first.
 */
export function problemsOf(
  form: Pick<Schema<'Form'>, 'notify_emails'>,
  webhooks: readonly Pick<Schema<'Webhook'>, 'health' | 'disabled_reason'>[],
): FormProblem[] {
  const problems: FormProblem[] = [];
  if (webhooks.some(({ health }) => health.state === 'failing')) problems.push('webhookFails');
  if (webhooks.some(({ disabled_reason }) => disabled_reason !== null)) problems.push('webhookOff');
  if (form.notify_emails.some(({ status }) => status === 'pending')) problems.push('mailWaits');
  return problems;
}
