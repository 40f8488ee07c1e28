/** Sends a test e-mail to a confirmed recipient, or another confirmation e-mail to a pending one. */
import { useMutation } from '@tanstack/react-query';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import type { Form } from './settings-values.ts';

type Status = Form['notify_emails'][number]['status'];

/** Shows nothing for recipients who no longer get e-mails. */
export function RecipientAction(props: { formId: string; address: string; status: Status }) {
  const { formId, address, status } = props;
  const t = useTexts('settings');
  const isPending = status === 'pending';
  const send = useMutation({
    mutationFn: () => {
      const params = { path: { id: formId, address } };
      return fetched(
        isPending
          ? api.POST('/v1/forms/{id}/recipients/{address}/resend', { params })
          : api.POST('/v1/forms/{id}/recipients/{address}/test', { params }),
      );
    },
    onSuccess: () => toast({ text: isPending ? t.confirmationSent(address) : t.testEmailSent(address) }),
    onError: useFailureToast(),
  });
  if (!isPending && status !== 'confirmed') return null;
  return (
    <Button isSmall isPending={send.isPending} onPress={() => send.mutate()}>
      {isPending ? t.resendConfirmation : t.sendTestEmail}
    </Button>
  );
}
