/** Edits an app's name, redirect URIs and logo. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, changeIfUnchanged, fetchedWithEtag } from '../api/api-client.ts';
import { ApiError, ChangedMeanwhile } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import type { App } from './all-apps.ts';
import { AppFields, bodyOfApp, draftOf, isComplete } from './app-fields.tsx';

interface Version {
  readonly data: App;
  readonly etag: string | undefined;
}

export function EditApp({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTexts('apps');
  const app = useQuery({
    queryKey: ['apps', id],
    queryFn: ({ signal }) =>
      fetchedWithEtag(api.GET('/v1/oauth-clients/{id}', { params: { path: { id } }, signal })),
    // Don't refetch, so that the fields keep the values that were read when the dialog opened.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog title={t.editTitle(name)} isOpen isSticky onClose={onClose}>
      <Loaded query={app}>{(version) => <Fields read={version} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function Fields({ read, onClose }: { read: Version; onClose: () => void }) {
  const t = useTexts('apps');
  const house = useTexts('house');
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const [draft, setDraft] = useState(() => draftOf(read.data));
  /** The latest known version, and whether someone else saved it while the dialog was open. */
  const [known, setKnown] = useState({ ...read, isOthers: false });
  const { id } = read.data;
  const save = useMutation({
    mutationFn: () =>
      changeIfUnchanged<App>(
        known.etag,
        (headers) =>
          api.PATCH('/v1/oauth-clients/{id}', {
            params: { path: { id } },
            body: bodyOfApp(draft),
            headers,
          }),
        () => api.GET('/v1/oauth-clients/{id}', { params: { path: { id } } }),
      ),
    onSuccess: ({ data }) => {
      toast({ text: t.saved(data.name) });
      void queries.invalidateQueries({ queryKey: ['apps'], exact: true });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ChangedMeanwhile)
        setKnown({ data: error.current as App, etag: error.etag, isOthers: true });
      else if (!(error instanceof ApiError && error.fields.length > 0)) onFailure(error);
    },
  });
  return (
    <DialogForm
      submit={house.save}
      isPending={save.isPending}
      isReady={isComplete(draft)}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    >
      {known.isOthers && (
        <div className="app-conflict" role="alert">
          <p>{t.changedMeanwhile}</p>
          <CodeBlock code={summaryOf(known.data)} label={t.currentVersion} />
        </div>
      )}
      <AppFields draft={draft} onChange={setDraft} failure={save.error} />
    </DialogForm>
  );
}

const summaryOf = ({ name, redirect_uris, logo_url }: App): string =>
  [name, ...redirect_uris, ...(logo_url === null ? [] : [logo_url])].join('\n');
