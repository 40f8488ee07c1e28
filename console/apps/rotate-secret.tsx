/** Creates a new secret for an app and shows it once. The previous secret stays valid for 24 hours. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWarnedClose } from '../ui/shown-once.tsx';
import type { App } from './all-apps.ts';
import { AppSecret } from './app-secret.tsx';

export function RotateSecret({ of, onClose }: { of: App; onClose: () => void }) {
  const t = useTexts('apps');
  const house = useTexts('house');
  const formats = useFormats();
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [rotated, setRotated] = useState<Schema<'OauthClientWithSecret'>>();
  const { isWarned, close } = useWarnedClose(rotated !== undefined, onClose);
  const rotate = useMutation({
    mutationFn: () =>
      fetched(api.POST('/v1/oauth-clients/{id}/rotate-secret', { params: { path: { id: of.id } } })),
    onSuccess: (app) => {
      setRotated(app);
      void queries.invalidateQueries({ queryKey: ['apps'] });
    },
    onError,
  });
  const until = rotated?.previous_secret_expires_at ?? undefined;
  return (
    <Dialog
      title={rotated ? t.rotatedTitle(of.name) : t.rotateTitle(of.name)}
      isOpen
      isSticky={rotated !== undefined}
      onClose={close}
    >
      {rotated ? (
        <AppSecret
          id={of.id}
          secret={rotated.secret}
          isWarned={isWarned}
          onClose={onClose}
          note={until === undefined ? undefined : t.oldUntil(formats.fullTime(until))}
        />
      ) : (
        <div className="dialog-form">
          <p>{t.rotateText}</p>
          {of.previous_secret_expires_at !== null && (
            <p className="shown-once-warning">{t.rotateAgainText}</p>
          )}
          <div className="dialog-form-actions">
            <Button onPress={onClose}>{house.cancel}</Button>
            <Button kind="primary" isPending={rotate.isPending} onPress={() => rotate.mutate()}>
              {t.rotateNow}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
