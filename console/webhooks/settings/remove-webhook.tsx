/** Asks for confirmation before deleting a webhook, and lists the data that is deleted with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched } from '../../api/api-client.ts';
import { navigate } from '../../app/current-address.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { titleOf } from '../webhook-health.tsx';
import type { Webhook } from '../webhook-queries.ts';

export function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/webhooks/{id}', { params: { path: { id: webhook.id } } })),
    onSuccess: async () => {
      toast({ text: t.removed(titleOf(webhook)) });
      await navigate({ to: '/webhooks', isForced: true });
      queries.removeQueries({ queryKey: ['webhook', webhook.id] });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: useFailureToast(),
  });
  return (
    <Confirm
      title={t.removeTitle(titleOf(webhook))}
      text={t.removeText}
      confirm={t.remove}
      isOpen
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
