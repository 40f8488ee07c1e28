/** Edits a recipient's filter in a dialog and saves the filter immediately. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Filter from 'lucide-react/icons/filter';
import { api, fetched, fetchedWithEtag } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { formCall } from '../settings/settings-query.ts';
import type { Form } from '../settings/settings-values.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toast } from '../ui/toast.ts';
import { messagesByPath } from '../webhooks/settings/webhook-fields.tsx';
import { editedFilter, filterOf, isComplete } from './edited-filter.ts';
import { filterSummary } from './filter-summary.ts';
import { FilterEditor } from './filter-editor.tsx';

/** Shows a saved recipient's filter, with a button to edit it. */
export function RecipientFilter(props: { form: Form; address: string; mayWrite: boolean }) {
  const { form, address, mayWrite } = props;
  const t = useTexts('filters');
  const [isOpen, setIsOpen] = useState(false);
  const filter = form.notify_emails.find((each) => each.address === address)?.filter ?? null;
  const summary = filter ? filterSummary(filter, t) : undefined;
  return (
    <>
      {summary !== undefined && (
        <span className="soft truncate" title={summary}>
          {summary}
        </span>
      )}
      {mayWrite && (
        <Button
          isSmall
          aria-label={t.editOf(address)}
          icon={<Filter size={14} aria-hidden />}
          onPress={() => setIsOpen(true)}
        >
          {t.title}
        </Button>
      )}
      {isOpen && <FilterDialog form={form} address={address} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FilterDialog(props: { form: Form; address: string; onClose: () => void }) {
  const { form, address, onClose } = props;
  const t = useTexts('filters');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const index = form.notify_emails.findIndex((each) => each.address === address);
  const [value, setValue] = useState(() => editedFilter(form.notify_emails[index]?.filter ?? null));
  const save = useMutation({
    mutationFn: async () => {
      // Read the form again to change only this recipient's filter, even if the form has changed in the
      // meantime.
      const { data, etag } = await fetchedWithEtag(formCall(form.id));
      const notify_emails = data.notify_emails.map((each) => {
        const filter = each.address === address ? filterOf(value) : each.filter;
        return filter ? { address: each.address, filter } : each.address;
      });
      return fetched(
        api.PATCH('/v1/forms/{id}', {
          params: { path: { id: form.id } },
          headers: etag === undefined ? {} : { 'if-match': etag },
          body: { notify_emails },
        }),
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['form', form.id] });
      toast({ text: t.saved });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length > 0)) onError(error);
    },
  });
  return (
    <Dialog title={t.editOf(address)} isOpen isSticky isWide onClose={onClose}>
      <DialogForm
        submit={t.save}
        isPending={save.isPending}
        isReady={isComplete(value)}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <FilterEditor
          value={value}
          onChange={setValue}
          formId={form.id}
          errors={messagesByPath(save.error)}
          path={`notify_emails.${index}.filter`}
        />
      </DialogForm>
    </Dialog>
  );
}
