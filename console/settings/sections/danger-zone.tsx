/** Deletes the form after the user types its name to confirm. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../../api/api-client.ts';
import { navigate } from '../../app/current-address.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { ManagedNotice } from '../managed-notice.tsx';
import { useSettings } from '../settings-draft.tsx';

export function DangerZone() {
  const t = useTexts('settings');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title={t.danger}>
      <div className="settings-row">
        <p className="soft">{t.deleteText}</p>
        <Button onPress={() => setIsAsking(true)}>{t.deleteForm}</Button>
      </div>
      {isAsking && <DeleteDialog onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('settings');
  const house = useTexts('house');
  const queries = useQueryClient();
  const { form, discard } = useSettings();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === form.name.trim();
  const remove = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/forms/{id}', { params: { path: { id: form.id } } })),
    onSuccess: async () => {
      discard();
      toast({ text: t.deleted(form.name) });
      await navigate({ to: '/forms', isForced: true });
      queries.removeQueries({ queryKey: ['form', form.id] });
      void queries.invalidateQueries({ queryKey: ['forms'] });
    },
    onError: useFailureToast(),
  });
  return (
    <Dialog
      title={t.deleteAsk(form.name)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button
            kind="danger"
            isDisabled={!isSure}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {t.deleteForm}
          </Button>
        </>
      }
    >
      <ManagedNotice where={form.managed_by} />
      <p>{t.deleteConsequence}</p>
      <TextField label={t.typeName(form.name)} value={typed} onChange={setTyped} autoComplete="off" />
    </Dialog>
  );
}
