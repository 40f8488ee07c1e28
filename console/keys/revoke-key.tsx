/** Asks before a key is revoked, and says what goes with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { mintedBy, type ApiKey } from './all-keys.ts';

export function RevokeKey({ of, all, onClose }: { of: ApiKey; all: readonly ApiKey[]; onClose: () => void }) {
  const t = useTexts('keys');
  const queries = useQueryClient();
  const children = mintedBy(of, all);
  const [cascades, setCascades] = useState(false);
  const onError = useFailureToast();
  const revoke = useMutation({
    mutationFn: () =>
      fetched(
        api.DELETE('/v1/api-keys/{id}', {
          params: { path: { id: of.id }, query: cascades ? { cascade: 'true' } : {} },
        }),
      ),
    onSuccess: () => {
      toast({ text: t.revoked(of.name) });
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onClose();
    },
    onError,
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
        <div className="key-dialog">
          <p>{t.revokeText}</p>
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
