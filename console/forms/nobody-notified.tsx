/** Warns that a form has no active recipients, and lets the user add themselves with one click. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { Link } from '../app/link.tsx';
import { useMay, useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { toast } from '../ui/toast.ts';

type Form = Pick<Schema<'Form'>, 'id' | 'notify_emails'>;

/** Returns true if none of the form's recipients get e-mails, now or after confirming their address. */
export const notifiesNobody = ({ notify_emails }: Pick<Form, 'notify_emails'>): boolean =>
  !notify_emails.some(({ status }) => status === 'confirmed' || status === 'pending');

export function NobodyNotified({ form }: { form: Form }) {
  const t = useTexts('forms');
  const mayWrite = useMay('write');
  const { member } = useMe();
  if (!notifiesNobody(form)) return null;
  const own = member?.email;
  // If the user's own address is in the list, it was unsubscribed or has bounced, so adding it again would
  // have no effect.
  const canAdd = own !== undefined && !form.notify_emails.some(({ address }) => isSame(address, own));
  return (
    <span className="nobody-notified">
      <Chip tone="warn">{t.nobodyNotified}</Chip>
      {mayWrite &&
        (canAdd ? (
          <NotifyMe form={form} address={own} />
        ) : (
          <Link
            to="/forms/$formId/settings/$section"
            params={{ formId: form.id, section: 'emails' }}
            className="button secondary small"
          >
            {t.addRecipient}
          </Link>
        ))}
    </span>
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function NotifyMe({ form, address }: { form: Form; address: string }) {
  const t = useTexts('forms');
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      fetched(
        api.PATCH('/v1/forms/{id}', {
          params: { path: { id: form.id } },
          body: { notify_emails: [...form.notify_emails, address] },
        }),
      ),
    onSuccess: () => {
      toast({ text: t.nowNotified(address) });
      for (const key of ['forms', 'form']) void queries.invalidateQueries({ queryKey: [key] });
    },
    onError: useFailureToast(),
  });
  return (
    <Button isSmall isPending={add.isPending} onPress={() => add.mutate()}>
      {t.notifyMe}
    </Button>
  );
}
