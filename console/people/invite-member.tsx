/** Invites a member by e-mail. Inviting the same address again renews the invitation. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useErrorText, useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.ts';
import { AccessFields, formIdsOf, isAccess, isComplete, type Access } from './member-access.tsx';

type Invitation = Schema<'MemberInput'>;

interface Wish extends Access {
  readonly email: string;
}

const FIRST: Wish = { email: '', role: 'viewer', forms: null };
const isWish = (value: unknown): value is Wish =>
  isAccess(value) && typeof (value as { email?: unknown }).email === 'string';

/** Sends or resends an invitation. Field errors are shown next to the field. */
export function useInvite(onInvited?: () => void) {
  const t = useTexts('people');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const textOf = useErrorText();
  return useMutation({
    mutationFn: (body: Invitation) => fetched(api.POST('/v1/members', { body })),
    onSuccess: ({ email }) => {
      toast({ text: t.isInvited(email), note: t.isInvitedNote });
      void queries.invalidateQueries({ queryKey: ['members'] });
      onInvited?.();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429)
        toast({ text: t.tooMany, note: textOf(error), isBad: true });
      else if (!isAboutFields(error)) onError(error);
    },
  });
}

const isAboutFields = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.fields.length > 0);

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('people');
  const { value: wish, change, clear } = useDraft('invite', FIRST, isWish);
  const close = (): void => {
    clear();
    onClose();
  };
  const invite = useInvite(close);
  const isReady = wish.email.trim() !== '' && isComplete(wish);
  const { email, forms } = problemsIn(invite.error, t.isMember);
  return (
    <Dialog title={t.inviteTitle} isOpen isSticky onClose={close}>
      <DialogForm
        submit={t.sendInvitation}
        isPending={invite.isPending}
        isReady={isReady}
        onSubmit={() =>
          invite.mutate({ email: wish.email.trim(), role: wish.role, form_ids: formIdsOf(wish) })
        }
        onCancel={close}
      >
        <TextField
          label={t.email}
          hint={t.emailHint}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={wish.email}
          onChange={(typed) => change({ ...wish, email: typed })}
          error={email}
          isRequired
        />
        <AccessFields access={wish} onChange={(access) => change({ ...wish, ...access })} error={forms} />
      </DialogForm>
    </Dialog>
  );
}

/** Returns the service's error messages, keyed by field. */
function problemsIn(error: unknown, isMember: string): { email?: string; forms?: string } {
  if (!(error instanceof ApiError)) return {};
  if (error.status === 409) return { email: isMember };
  const [first] = error.fields;
  if (!first) return {};
  return first.path.startsWith('form_ids') ? { forms: first.message } : { email: first.message };
}
