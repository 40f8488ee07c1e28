/** Shows the dialog that creates a form. Only the name is required. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useMe } from '../app/session.tsx';
import { ownTimeZone } from '../app/time-zones.ts';
import { useTexts } from '../texts/texts.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

const MAX_NAME_LENGTH = 200;
/** Name of the draft that stores the form name as the user types. */
export const NEW_FORM_DRAFT = 'new form';
const isName = (value: unknown): value is string => typeof value === 'string';

/** Returns a mutation that creates a form and refreshes the list of forms. */
export function useCreateForm(onCreated: (form: Schema<'Form'>) => void) {
  const queries = useQueryClient();
  const onError = useFailureToast();
  const { account } = useMe();
  return useMutation({
    mutationFn: (name: string) => {
      // Use the creator's time zone, so that times in the form's e-mails make sense to them.
      const zone = ownTimeZone();
      return fetched(
        api.POST('/v1/forms', {
          body: { name, ...(zone !== (account.time_zone ?? 'UTC') && { time_zone: zone }) },
        }),
      );
    },
    onSuccess: (form) => {
      queries.setQueryData<Schema<'Form'>[]>(['forms'], (forms = []) => [form, ...forms]);
      void queries.invalidateQueries({ queryKey: ['forms'] });
      onCreated(form);
    },
    onError: (error) => {
      // Field errors are already shown next to the field, so only report other errors.
      if (!(error instanceof ApiError && error.fields.length > 0)) onError(error);
    },
  });
}

export function NewFormDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (form: Schema<'Form'>) => void;
}) {
  const t = useTexts('forms');
  const draft = useDraft(NEW_FORM_DRAFT, '', isName);
  const close = (): void => {
    draft.clear();
    onClose();
  };
  return (
    <Dialog title={t.newForm} isOpen isSticky onClose={close}>
      <NewFormFields onCreated={onCreated} onCancel={close} />
    </Dialog>
  );
}

/** @param props.onCancel set this if the fields are in a dialog */
export function NewFormFields(props: { onCreated: (form: Schema<'Form'>) => void; onCancel?: () => void }) {
  const { onCreated, onCancel } = props;
  const t = useTexts('forms');
  const { value: name, change: setName, clear } = useDraft(NEW_FORM_DRAFT, '', isName);
  const create = useCreateForm((form) => {
    clear();
    onCreated(form);
  });
  const error = create.error instanceof ApiError ? create.error.fields[0]?.message : undefined;
  return (
    <DialogForm
      submit={t.create}
      isPending={create.isPending}
      isReady={name.trim() !== ''}
      onSubmit={() => create.mutate(name.trim())}
      onCancel={onCancel}
    >
      <TextField
        label={t.formName}
        hint={t.formNameHint}
        value={name}
        onChange={setName}
        maxLength={MAX_NAME_LENGTH}
        error={error}
        isRequired
      />
    </DialogForm>
  );
}
