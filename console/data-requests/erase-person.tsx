/** Deletes all matches after the user types the e-mail address or the first word to confirm. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { DataRequest } from './data-request-query.ts';

export function ErasePerson({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const t = useTexts('dataRequests');
  const house = useTexts('house');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [typed, setTyped] = useState('');
  const expected = request.email ?? request.terms?.[0] ?? '';
  const isSame = typed.trim().toLowerCase() === expected.toLowerCase();
  const confirm = useMutation({
    mutationFn: () =>
      fetched(api.POST('/v1/data-requests/{id}/confirm', { params: { path: { id: request.id } } })),
    onSuccess: (confirmed) => {
      queries.setQueryData(['data-requests', request.id], confirmed);
      onClose();
    },
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['data-requests'] }),
  });
  return (
    <Dialog
      title={t.eraseTitle}
      isOpen
      isSticky
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button
            kind="danger"
            isDisabled={!isSame}
            isPending={confirm.isPending}
            onPress={() => confirm.mutate()}
          >
            {t.eraseNow}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>{t.eraseText(request.counts.submissions)}</p>
        <TextField
          label={t.typeToConfirm(expected)}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          isRequired
        />
      </div>
    </Dialog>
  );
}
