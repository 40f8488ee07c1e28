/** Starts a data request that searches for an e-mail address or for words. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { navigate } from '../app/current-address.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Radios } from '../ui/choice.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

const MAX_NOTE_LENGTH = 500;

/** @param props.email address to prefill in the field */
export function NewDataRequest({ email: first, onClose }: { email: string; onClose: () => void }) {
  const t = useTexts('dataRequests');
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const [kind, setKind] = useState<Schema<'DataRequest'>['kind']>('export');
  const [by, setBy] = useState<'email' | 'terms'>('email');
  const [email, setEmail] = useState(first);
  const [terms, setTerms] = useState('');
  const [note, setNote] = useState('');
  const start = useMutation({
    mutationFn: () =>
      fetched(
        api.POST('/v1/data-requests', {
          body: {
            kind,
            ...(by === 'email' ? { email: email.trim() } : { terms: linesOf(terms) }),
            ...(note.trim() !== '' && { note: note.trim() }),
          },
        }),
      ),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['data-requests'], exact: true });
      void navigate({ to: '/data-requests/$requestId', params: { requestId: id } });
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length > 0)) onFailure(error);
    },
  });
  const errorAt = (member: string): string | undefined => {
    const fields = start.error instanceof ApiError ? start.error.fields : [];
    return fields.find(({ path }) => path === member || path.startsWith(`${member}.`))?.message;
  };
  return (
    <Dialog title={t.newRequest} isOpen isSticky onClose={onClose}>
      <DialogForm
        submit={t.start}
        isPending={start.isPending}
        isReady={by === 'email' ? email.trim() !== '' : linesOf(terms).length > 0}
        onSubmit={() => start.mutate()}
        onCancel={onClose}
      >
        <Radios
          label={t.searchBy}
          value={by}
          onChange={setBy}
          options={[
            { value: 'email', label: t.byEmail, hint: t.byEmailHint },
            { value: 'terms', label: t.byTerms, hint: t.byTermsHint },
          ]}
        />
        {by === 'email' ? (
          <TextField
            label={t.email}
            type="email"
            value={email}
            onChange={setEmail}
            error={errorAt('email')}
            isRequired
          />
        ) : (
          <TextField
            label={t.terms}
            hint={t.termsHint}
            rows={3}
            value={terms}
            onChange={setTerms}
            error={errorAt('terms')}
            isRequired
          />
        )}
        <Radios
          label={t.kind}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'export', label: t.kinds.export, hint: t.kindHints.export },
            { value: 'erase', label: t.kinds.erase, hint: t.kindHints.erase },
          ]}
        />
        <TextField
          label={t.note}
          hint={t.noteHint}
          value={note}
          onChange={setNote}
          maxLength={MAX_NOTE_LENGTH}
          error={errorAt('note')}
          isRequired={false}
        />
      </DialogForm>
    </Dialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
