/** Asks for confirmation before deleting an app and shows how many connections will end. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { connectionsQuery } from '../account/all-connections.ts';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { App } from './all-apps.ts';

export function DeleteApp({ of, onClose }: { of: App; onClose: () => void }) {
  const t = useTexts('apps');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const connections = useQuery(connectionsQuery);
  const count = connections.data?.filter(({ client_id }) => client_id === of.id).length;
  const remove = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/oauth-clients/{id}', { params: { path: { id: of.id } } })),
    onSuccess: () => {
      toast({ text: t.deleted(of.name) });
      onClose();
    },
    onError,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['apps'] }),
        queries.invalidateQueries({ queryKey: ['connections'] }),
      ]),
  });
  return (
    <Confirm
      title={t.deleteTitle(of.name)}
      confirm={t.deleteNow}
      isOpen
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      text={
        <div className="dialog-form">
          {count !== undefined && <p>{count === 0 ? t.notConnected : t.connectionsEnd(count)}</p>}
          <p>{t.deleteText}</p>
        </div>
      }
    />
  );
}
