/**
 * Defines actions that every view of a webhook shares: send a test, turn the webhook on or off, and change a
 * setting.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { readAgain, type Delivery } from './webhook-queries.ts';

export function useTest(webhookId: string) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const result = await fetched(
        api.POST('/v1/webhooks/{id}/test', { params: { path: { id: webhookId } } }),
      );
      return {
        ...result,
        code: result.status_code === 0 ? await lastErrorCode(webhookId).catch(() => undefined) : undefined,
      };
    },
    onSuccess: ({ ok, status_code, error = `HTTP ${status_code}`, code }) => {
      toast(
        ok
          ? { text: t.testWorked(status_code) }
          : { text: t.testFailed(failureText(code, error, t) ?? error), isBad: true },
      );
      readAgain(queries);
    },
    onError: useFailureToast(),
  });
}

/**
 * Returns the error code of the latest test, because the response to a test contains only an English
 * sentence.
 */
async function lastErrorCode(webhookId: string): Promise<Delivery['last_error_code']> {
  const params = { path: { id: webhookId }, query: { limit: 10 } };
  const { data } = await fetched(api.GET('/v1/webhooks/{id}/deliveries', { params }));
  return data.find(({ event }) => event === 'webhook.test')?.last_error_code;
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

/** Saves a change to a webhook's setting immediately, for settings without a save button. */
export function useChange(webhookId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'WebhookPatch'>) =>
      fetched(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhookId } }, body })),
    onError: useFailureToast(),
    onSettled: () => readAgain(queries),
  });
}
