/** Adds the sender's address or domain, or text from the submission, to the form's "Always spam" list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Ban from 'lucide-react/icons/ban';
import { Form } from 'react-aria-components/Form';
import { api, changeIfUnchanged, fetchedWithEtag, type Schema } from '../api/api-client.ts';
import { ApiError, ChangedMeanwhile } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { formCall } from '../settings/settings-query.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.ts';

const MAX_ATTEMPTS = 3;
const MAX_LENGTH = 100;

type What = 'address' | 'domain' | 'text';

/** @param address the sender's e-mail address, or undefined if the submission contains none */
export function BlockSender({ formId, address }: { formId: string; address: string | undefined }) {
  const t = useTexts('submission');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall icon={<Ban size={14} aria-hidden />} onPress={() => setIsOpen(true)}>
        {t.block}
      </Button>
      {isOpen && <BlockDialog formId={formId} address={address} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function BlockDialog(props: { formId: string; address: string | undefined; onClose: () => void }) {
  const { formId, address, onClose } = props;
  const t = useTexts('submission');
  const house = useTexts('house');
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const [what, setWhat] = useState<What>(address === undefined ? 'text' : 'address');
  // Prefill the text that the user has selected in the submission, because that's probably what they want to
  // block.
  const [text, setText] = useState(() => selectedText());
  const domain = address?.split('@').at(-1) ?? '';
  const entry = { address: address ?? '', domain, text: text.trim() }[what];
  const block = useMutation({
    mutationFn: () => addToBlocked(formId, entry),
    onSuccess: () => {
      toast({ text: t.blocked(entry) });
      for (const key of ['forms', 'form']) void queries.invalidateQueries({ queryKey: [key] });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.fields.length === 0) onFailure(error);
    },
  });
  const refused = block.error instanceof ApiError ? block.error.fields[0]?.message : undefined;
  const options = [
    ...(address === undefined
      ? []
      : [
          { value: 'address' as const, label: address },
          { value: 'domain' as const, label: t.blockDomain(domain), hint: t.blockDomainHint },
        ]),
    { value: 'text' as const, label: t.blockText },
  ];
  return (
    <Dialog title={t.blockTitle} isOpen isSticky onClose={onClose}>
      <Form
        validationBehavior="aria"
        className="block-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (entry !== '') block.mutate();
        }}
      >
        <p className="soft">{t.blockHint}</p>
        <Radios label={t.blockTitle} isLabelHidden options={options} value={what} onChange={setWhat} />
        {what === 'text' && (
          <TextField
            label={t.blockedText}
            hint={t.blockedTextHint}
            value={text}
            maxLength={MAX_LENGTH}
            onChange={setText}
          />
        )}
        {refused !== undefined && (
          <p className="field-error" role="alert">
            {refused}
          </p>
        )}
        <div className="block-actions">
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button kind="primary" type="submit" isPending={block.isPending} isDisabled={entry === ''}>
            {t.blockIt}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const selectedText = (): string =>
  (getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);

/**
 * Adds an entry to the form's list. If someone else changes the form in the meantime, adds the entry to their
 * version.
 */
async function addToBlocked(formId: string, entry: string): Promise<void> {
  let form: { data: Schema<'Form'>; etag: string | undefined } = await fetchedWithEtag(formCall(formId));
  for (let attempt = 1; ; attempt += 1) {
    const { blocked } = form.data.spam;
    if (blocked.includes(entry)) return;
    const { etag } = form;
    try {
      await changeIfUnchanged(
        etag,
        (headers) =>
          api.PATCH('/v1/forms/{id}', {
            params: { path: { id: formId } },
            body: { spam: { blocked: [...blocked, entry] } },
            headers,
          }),
        () => formCall(formId),
      );
      return;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
      const { current, etag: currentEtag } = error as ChangedMeanwhile<Schema<'Form'>>;
      form = { data: current, etag: currentEtag };
    }
  }
}
