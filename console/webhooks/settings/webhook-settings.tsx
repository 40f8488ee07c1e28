/** Edits a webhook's endpoint, headers and secret. Also turns it on or off, and deletes it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api, changeIfUnchanged } from '../../api/api-client.ts';
import { ChangedMeanwhile } from '../../api/api-error.ts';
import { useDraft } from '../../app/drafts.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { ManagedFormNotice } from '../../settings/managed-notice.tsx';
import { LeaveGuard } from '../../shell/leave-guard.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Section } from '../../ui/page.tsx';
import { sameUrlOf } from '../new-webhook.tsx';
import { useTurn } from '../webhook-actions.ts';
import { isReceiver, isSaidAtField, ReceiverFields, type Receiver } from './webhook-fields.tsx';
import { EventsSection } from './webhook-events.tsx';
import { FilterSection } from './webhook-filter.tsx';
import { OwnHeaders } from './webhook-headers.tsx';
import { HealingSwitch } from './webhook-healing.tsx';
import { readAgain, type Webhook } from '../webhook-queries.ts';
import { SecretSection } from './webhook-secret.tsx';
import { SigningSection } from './webhook-signing.tsx';

export function WebhookSettings(props: {
  webhook: Webhook;
  etag: string | undefined;
  onTest: () => void;
  onRecover: () => void;
  onRemove: () => void;
}) {
  const { webhook, etag, onTest, onRecover, onRemove } = props;
  const t = useTexts('webhooks');
  const turn = useTurn(webhook.id);
  return (
    <div className="webhook-reading">
      <ManagedFormNotice formId={webhook.form_id} />
      <Section title={t.address}>
        <EndpointForm webhook={webhook} etag={etag} onTest={onTest} onRecover={onRecover} />
      </Section>
      <Section title={t.state}>
        <Switch
          isSelected={turn.isPending ? turn.variables : webhook.enabled}
          onChange={(enabled) => turn.mutate(enabled)}
          hint={t.isOnHint}
        >
          {t.isOn}
        </Switch>
        <HealingSwitch webhook={webhook} />
      </Section>
      <EventsSection webhook={webhook} />
      <FilterSection webhook={webhook} etag={etag} />
      <Section title={t.headers} hint={t.headersHint}>
        <OwnHeaders webhook={webhook} />
      </Section>
      <Section title={t.secret} hint={t.secretText}>
        <SecretSection webhookId={webhook.id} />
        <SigningSection webhook={webhook} />
      </Section>
      <Section title={t.remove} hint={t.removeText}>
        <div>
          <Button kind="danger" onPress={onRemove}>
            {t.remove}
          </Button>
        </div>
      </Section>
    </div>
  );
}

const receiverOf = ({ url, name, format }: Webhook): Receiver => ({ url, name: name ?? '', format });

function EndpointForm(props: {
  webhook: Webhook;
  etag: string | undefined;
  onTest: () => void;
  onRecover: () => void;
}) {
  const { webhook, etag, onTest, onRecover } = props;
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const draft = useDraft(`webhook ${webhook.id}`, receiverOf(webhook), isReceiver);
  // ETag of the webhook version that the draft is based on, used to detect other people's changes.
  const [base, setBase] = useState<{ etag: string | undefined }>();
  const [isSaved, setIsSaved] = useState(false);
  const path = { id: webhook.id };
  const save = useMutation({
    mutationFn: (onTag: string | undefined) => {
      const { url, name, format } = draft.value;
      const body = { url: url.trim(), name: name.trim() === '' ? null : name.trim(), format };
      return changeIfUnchanged<Webhook>(
        onTag,
        async (headers) => {
          const { data, error, response } = await api.PATCH('/v1/webhooks/{id}', {
            params: { path },
            headers,
            body,
          });
          return { data: data as Webhook, error, response };
        },
        () => api.GET('/v1/webhooks/{id}', { params: { path } }),
      );
    },
    onSuccess: (saved) => {
      queries.setQueryData(['webhook', webhook.id], saved);
      draft.clear();
      setBase(undefined);
      setIsSaved(true);
      readAgain(queries);
    },
    onError: (error) => {
      const isSaid = error instanceof ChangedMeanwhile || sameUrlOf(error) !== undefined;
      if (!isSaid && !isSaidAtField(error)) onError(error);
    },
  });
  const discard = (): void => {
    draft.clear();
    setBase(undefined);
    save.reset();
    readAgain(queries);
  };
  return (
    <Form
      validationBehavior="aria"
      className="webhook-form-fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isChanged) save.mutate(base ? base.etag : etag);
      }}
    >
      <ReceiverFields
        value={draft.value}
        onChange={(value) => {
          setIsSaved(false);
          if (!base) setBase({ etag });
          draft.change(value);
        }}
        error={save.error}
        urlError={sameUrlOf(save.error) === undefined ? undefined : t.sameUrl}
      />
      {save.error instanceof ChangedMeanwhile && (
        <Conflict
          current={save.error.current as Webhook}
          onTakeTheirs={discard}
          onKeepMine={() => save.mutate((save.error as ChangedMeanwhile<Webhook>).etag)}
        />
      )}
      {isSaved && !draft.isChanged && (
        <div className="saved-next" role="status">
          <p>
            <strong>{t.saved}.</strong> {t.savedNext}
          </p>
          <Button isSmall onPress={onTest}>
            {t.test}
          </Button>
          <Button isSmall onPress={onRecover}>
            {t.recover}
          </Button>
        </div>
      )}
      <div className="webhook-actions">
        {draft.isChanged && <Button onPress={discard}>{t.discard}</Button>}
        <Button kind="primary" type="submit" isPending={save.isPending} isDisabled={!draft.isChanged}>
          {t.save}
        </Button>
      </div>
      <LeaveGuard isChanged={draft.isChanged} />
    </Form>
  );
}

/** If someone else changed the webhook first, shows its current settings next to the fields. */
function Conflict(props: { current: Webhook; onTakeTheirs: () => void; onKeepMine: () => void }) {
  const { current, onTakeTheirs, onKeepMine } = props;
  const t = useTexts('webhooks');
  return (
    <div className="webhook-conflict" role="alert">
      <strong>{t.changedTitle}</strong>
      <p>{t.theirs}:</p>
      <ul>
        <li>
          {t.url}: <code>{current.url}</code>
        </li>
        <li>
          {t.name}: {current.name ?? '–'}
        </li>
        <li>
          {t.format}: {t.formats[current.format]}
        </li>
      </ul>
      <div className="webhook-actions">
        <Button isSmall onPress={onTakeTheirs}>
          {t.useTheirs}
        </Button>
        <Button isSmall onPress={onKeepMine}>
          {t.keepMine}
        </Button>
      </div>
    </div>
  );
}
