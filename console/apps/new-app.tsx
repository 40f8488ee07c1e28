/** Registers an app and shows its client ID and secret. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choice.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWarnedClose } from '../ui/shown-once.tsx';
import { AppFields, bodyOfApp, isAppDraft, isComplete, type AppDraft } from './app-fields.tsx';
import type { App } from './all-apps.ts';
import { AppSecret } from './app-secret.tsx';

type Created = Schema<'CreatedOauthClient'>;
type Wish = AppDraft & Pick<App, 'type'>;

const FIRST: Wish = { name: '', uris: '', logo: '', type: 'confidential' };

const isWish = (value: unknown): value is Wish =>
  isAppDraft(value) && ['confidential', 'public'].includes((value as Partial<Wish>).type ?? '');

export function NewApp({ onClose }: { onClose: () => void }) {
  const t = useTexts('apps');
  const [created, setCreated] = useState<Created>();
  const draft = useDraft('new app', FIRST, isWish);
  const { isWarned, close } = useWarnedClose(created?.secret !== undefined, () => {
    draft.clear();
    onClose();
  });
  return (
    <Dialog title={created ? t.createdTitle(created.name) : t.newApp} isOpen isSticky onClose={close}>
      {created ? (
        <ReadyApp of={created} isWarned={isWarned} onClose={onClose} />
      ) : (
        <Fields
          wish={draft.value}
          onChange={draft.change}
          onCreated={(app) => {
            draft.clear();
            setCreated(app);
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

function ReadyApp(props: { of: Created; isWarned: boolean; onClose: () => void }) {
  const { of, isWarned, onClose } = props;
  const t = useTexts('apps');
  if (of.secret !== undefined)
    return <AppSecret id={of.id} secret={of.secret} isWarned={isWarned} onClose={onClose} />;
  return (
    <div className="shown-once" role="status">
      <p>{t.publicReady}</p>
      <CodeBlock code={of.id} label={t.clientId} />
      <div className="shown-once-actions">
        <Button kind="primary" onPress={onClose}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}

function Fields(props: {
  wish: Wish;
  onChange: (wish: Wish) => void;
  onCreated: (app: Created) => void;
  onCancel: () => void;
}) {
  const { wish, onChange, onCreated, onCancel } = props;
  const t = useTexts('apps');
  const keys = useTexts('keys');
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const create = useMutation({
    mutationFn: () => {
      const { logo_url, ...body } = bodyOfApp(wish);
      return fetched(
        api.POST('/v1/oauth-clients', {
          body: { ...body, type: wish.type, ...(logo_url !== null && { logo_url }) },
        }),
      );
    },
    onSuccess: (app) => {
      void queries.invalidateQueries({ queryKey: ['apps'] });
      onCreated(app);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length > 0)) onFailure(error);
    },
  });
  return (
    <DialogForm
      submit={t.create}
      isPending={create.isPending}
      isReady={isComplete(wish)}
      onSubmit={() => create.mutate()}
      onCancel={onCancel}
    >
      <AppFields
        draft={wish}
        onChange={(draft) => onChange({ ...draft, type: wish.type })}
        failure={create.error}
      />
      <Radios
        label={keys.type}
        value={wish.type}
        onChange={(type) => onChange({ ...wish, type })}
        options={[
          { value: 'confidential', label: t.types.confidential, hint: t.confidentialHint },
          { value: 'public', label: t.types.public, hint: t.publicHint },
        ]}
      />
    </DialogForm>
  );
}
