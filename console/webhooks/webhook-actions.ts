/** Provides actions for every view of a webhook: send a test, turn on, turn off, change a setting. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';
import { readAgain } from './webhook-queries.ts';

export function useTest(webhookId: string) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => fetched(api.POST('/v1/webhooks/{id}/test', { params: { path: { id: webhookId } } })),
    onSuccess: (result) => {
      const { ok, status_code, error } = result;
      toast(
        ok
          ? { text: t.testWorked(status_code) }
          : { text: t.testFailed(error ?? `HTTP ${status_code}`), isBad: true },
      );
      readAgain(queries);
    },
    onError: useFailureToast(),
  });
}

export function useTurn(webhookId: string) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      fetched(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhookId } }, body: { enabled } })),
    onSuccess: (_, enabled) => toast({ text: enabled ? t.turnedOn : t.turnedOff }),
    onError: useFailureToast(),
    onSettled: () => readAgain(queries),
  });
}

/** Changes a setting of a webhook that takes effect immediately. */
export function useChange(webhookId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'WebhookPatch'>) =>
      fetched(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhookId } }, body })),
    onError: useFailureToast(),
    onSettled: () => readAgain(queries),
  });
}
