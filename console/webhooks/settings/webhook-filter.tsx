/** Edits a webhook's filter and saves it separately from the other settings. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { editedFilter, filterOf, isComplete, type EditedFilter } from '../../filters/edited-filter.ts';
import { FilterEditor } from '../../filters/filter-editor.tsx';
import { LeaveGuard } from '../../shell/leave-guard.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { messagesByPath } from './webhook-fields.tsx';
import { readAgain, type Webhook } from '../webhook-queries.ts';

export function FilterSection({ webhook, etag }: { webhook: Webhook; etag: string | undefined }) {
  const t = useTexts('filters');
  const { discard: discardText } = useTexts('webhooks');
  const queries = useQueryClient();
  const onError = useFailureToast();
  // The unsaved filter, and the ETag of the webhook version that it's based on.
  const [draft, setDraft] = useState<{ value: EditedFilter; etag: string | undefined }>();
  const save = useMutation({
    mutationFn: (of: { value: EditedFilter; etag: string | undefined }) =>
      fetched(
        api.PATCH('/v1/webhooks/{id}', {
          params: { path: { id: webhook.id } },
          headers: of.etag === undefined ? {} : { 'if-match': of.etag },
          body: { filter: filterOf(of.value) },
        }),
      ),
    onSuccess: () => {
      setDraft(undefined);
      toast({ text: t.saved });
      readAgain(queries);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length > 0)) onError(error);
    },
  });
  const discard = (): void => {
    setDraft(undefined);
    save.reset();
    readAgain(queries);
  };
  const value = draft?.value ?? editedFilter(webhook.filter ?? null);
  return (
    <Section title={t.title}>
      <FilterEditor
        isTitleHidden
        value={value}
        onChange={(changed) => setDraft({ value: changed, etag: draft ? draft.etag : etag })}
        formId={webhook.form_id ?? undefined}
        errors={messagesByPath(save.error)}
      />
      {draft && (
        <div className="webhook-actions">
          <Button onPress={discard}>{discardText}</Button>
          <Button
            kind="primary"
            isPending={save.isPending}
            isDisabled={!isComplete(value)}
            onPress={() => save.mutate(draft)}
          >
            {t.save}
          </Button>
        </div>
      )}
      <LeaveGuard isChanged={draft !== undefined} />
    </Section>
  );
}
