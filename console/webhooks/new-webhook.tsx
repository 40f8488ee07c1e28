/** Creates a webhook for one form or all forms, and shows its secret once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { navigate } from '../app/current-address.ts';
import { useDraft } from '../app/drafts.ts';
import { useFailureToast } from '../app/error-text.ts';
import { filterOf, isComplete, NO_FILTER } from '../filters/edited-filter.ts';
import { FilterEditor } from '../filters/filter-editor.tsx';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { SecretShownOnce } from './settings/secret-shown-once.tsx';
import {
  HeaderRows,
  headersOf,
  isReceiver,
  isSaidAtField,
  messagesByPath,
  ReceiverFields,
  refusedMember,
  type HeaderRow,
  type Receiver,
} from './settings/webhook-fields.tsx';
import { readAgain } from './webhook-queries.ts';

type Created = Schema<'ChangedWebhook'>;
type NamedForm = Pick<Schema<'Form'>, 'id' | 'name'>;

const ALL_FORMS = 'all';
/** Name of the draft that stores the new webhook's endpoint as the user types. */
export const NEW_WEBHOOK_DRAFT = 'new webhook';
const EMPTY: Receiver = { url: '', name: '', format: 'standard' };

export function NewWebhookDialog(props: {
  forms: readonly NamedForm[];
  formId: string | undefined;
  onClose: () => void;
}) {
  const { forms, formId, onClose } = props;
  const t = useTexts('webhooks');
  const [created, setCreated] = useState<Created>();
  const draft = useDraft(NEW_WEBHOOK_DRAFT, EMPTY, isReceiver);
  const close = (): void => {
    draft.clear();
    onClose();
    if (created) void navigate({ to: '/webhooks/$webhookId', params: { webhookId: created.id } });
  };
  return (
    <Dialog title={created ? t.secretTitle : t.newWebhook} isOpen isSticky isWide={!created} onClose={close}>
      {created?.secret !== undefined ? (
        <SecretShownOnce secret={created.secret} onClose={close} />
      ) : (
        <NewWebhookFields forms={forms} formId={formId} onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  );
}

function NewWebhookFields(props: {
  forms: readonly NamedForm[];
  formId: string | undefined;
  onCreated: (webhook: Created) => void;
  onCancel: () => void;
}) {
  const { forms, formId, onCreated, onCancel } = props;
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const isLimited = (useMe().member?.form_ids ?? null) !== null;
  const [owner, setOwner] = useState(
    formId ?? (forms.length === 1 || isLimited ? forms[0]?.id : undefined) ?? ALL_FORMS,
  );
  const draft = useDraft(NEW_WEBHOOK_DRAFT, EMPTY, isReceiver);
  const [headers, setHeaders] = useState<readonly HeaderRow[]>([]);
  const [filter, setFilter] = useState(NO_FILTER);
  const [autoRecover, setAutoRecover] = useState(false);
  const create = useMutation({
    mutationFn: () => {
      const { url, name, format } = draft.value;
      const own = headersOf(headers);
      const body = {
        url: url.trim(),
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(format !== 'standard' && { format }),
        ...(Object.keys(own).length > 0 && { headers: own }),
        ...(filter.conditions.length > 0 && { filter: filterOf(filter) }),
        ...(autoRecover && { auto_recover: true }),
      };
      return fetched(
        owner === ALL_FORMS
          ? api.POST('/v1/webhooks', { body })
          : api.POST('/v1/forms/{id}/webhooks', { params: { path: { id: owner } }, body }),
      );
    },
    onSuccess: (webhook) => {
      draft.clear();
      readAgain(queries);
      // The API omits the secret only if an app creates a webhook that already exists. The console doesn't
      // authenticate as an app, so its responses always include the secret.
      if ('secret' in webhook) onCreated(webhook);
    },
    onError: (error) => {
      if (!isSaidAtField(error) && sameUrlOf(error) === undefined) onError(error);
    },
  });
  const existing = sameUrlOf(create.error);
  return (
    <DialogForm
      submit={t.create}
      isPending={create.isPending}
      isReady={draft.value.url.trim() !== '' && isComplete(filter)}
      onSubmit={() => create.mutate()}
      onCancel={onCancel}
    >
      <Select
        label={t.ofForm}
        value={owner}
        onChange={setOwner}
        options={[
          ...(isLimited ? [] : [{ value: ALL_FORMS, label: t.allForms }]),
          ...forms.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <ReceiverFields
        isNew
        value={draft.value}
        onChange={draft.change}
        error={create.error}
        urlError={existing === undefined ? undefined : t.sameUrl}
      />
      {existing !== undefined && (
        <Button
          isSmall
          onPress={() => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: existing } })}
        >
          {t.openIt}
        </Button>
      )}
      <FilterEditor
        value={filter}
        onChange={setFilter}
        formId={owner === ALL_FORMS ? undefined : owner}
        errors={messagesByPath(create.error)}
      />
      <HeaderRows rows={headers} onChange={setHeaders} error={refusedMember(create.error, 'headers')} />
      <Checkbox isSelected={autoRecover} onChange={setAutoRecover} hint={t.autoRecoverHint}>
        {t.autoRecover}
      </Checkbox>
    </DialogForm>
  );
}

/** Returns the id of the existing webhook if the request failed because that webhook has the same URL. */
export function sameUrlOf(error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.members['webhook_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
