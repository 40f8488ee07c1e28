/** Asks for confirmation before revoking a key and offers to revoke the keys that it created. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useMe } from '../app/session.tsx';
import { leave } from '../shell/end-session.ts';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { createdBy, type ApiKey } from './all-keys.ts';

export function RevokeKey({ of, all, onClose }: { of: ApiKey; all: readonly ApiKey[]; onClose: () => void }) {
  const t = useTexts('keys');
  const queries = useQueryClient();
  const children = createdBy(of, all);
  const [cascades, setCascades] = useState(false);
  const isOwn = useMe().id === of.id;
  const onFailure = useFailureToast();
  const revoke = useMutation({
    mutationFn: () =>
      fetched(
        api.DELETE('/v1/api-keys/{id}', {
          params: { path: { id: of.id }, query: cascades ? { cascade: 'true' } : {} },
        }),
      ),
    onSuccess: () => {
      if (isOwn) leave();
      toast({ text: t.revoked(of.name) });
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) toast({ text: t.lastKey, isBad: true });
      else onFailure(error);
    },
  });
  return (
    <Confirm
      title={t.revokeTitle(of.name)}
      confirm={t.revoke}
      isOpen
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
      text={
        <div className="dialog-form">
          <p>{t.revokeText}</p>
          {isOwn && <p className="key-warning">{t.ownKey}</p>}
          {children.length > 0 && (
            <Checkbox
              isSelected={cascades}
              onChange={setCascades}
              hint={children.map(({ name }) => name).join(', ')}
            >
              {t.cascade(children.length)}
            </Checkbox>
          )}
        </div>
      }
    />
  );
}
