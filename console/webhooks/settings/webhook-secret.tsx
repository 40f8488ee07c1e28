/**
 * Rotates the signing secret: asks for confirmation, shows the new secret once, and says how long the old one
 * remains valid.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../../api/api-client.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { GracePeriod, rememberRotation } from './grace-period.tsx';
import { SecretShownOnce } from './secret-shown-once.tsx';
import { readAgain } from '../webhook-queries.ts';

export function SecretSection({ webhookId }: { webhookId: string }) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rotate = useMutation({
    mutationFn: () =>
      fetched(
        api.PATCH('/v1/webhooks/{id}', {
          params: { path: { id: webhookId } },
          body: { rotate_secret: true },
        }),
      ),
    onSuccess: (changed) => {
      rememberRotation(webhookId);
      setSecret(changed.secret);
      readAgain(queries);
    },
    onError: useFailureToast(),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <GracePeriod webhookId={webhookId} />
      <div>
        <Button onPress={() => setIsAsking(true)}>{t.rotate}</Button>
      </div>
      <Confirm
        title={t.rotateTitle}
        text={t.rotateText}
        confirm={t.rotateSure}
        isDanger={false}
        isOpen={isAsking}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setIsAsking(false)}
      />
      {secret !== undefined && (
        <Dialog title={t.secretTitle} isOpen isSticky onClose={() => setSecret(undefined)}>
          <SecretShownOnce secret={secret} onClose={() => setSecret(undefined)} />
        </Dialog>
      )}
    </>
  );
}
