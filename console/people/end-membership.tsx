/** Ends a member's sessions, or removes the member. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useMe } from '../app/session.tsx';
import { commitWaiting } from '../app/undo.ts';
import { leave } from '../shell/end-session.ts';
import { useTexts } from '../texts/texts.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { nameOfMember, type Member } from './all-members.ts';

export function EndSessions({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts('people');
  const end = useEndSessions(member, onClose);
  const isOwn = useMe().id === member.id;
  return (
    <Confirm
      title={t.endTitle(nameOfMember(member))}
      text={<p>{isOwn ? t.endOwnText : t.endText}</p>}
      confirm={t.endSessions}
      isOpen
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  );
}

/** Ends all of a member's sessions. If members end their own sessions, the current session ends too. */
export function useEndSessions(member: { readonly id: string }, onEnded: () => void) {
  const t = useTexts('people');
  const isOwn = useMe().id === member.id;
  const onError = useFailureToast();
  return useMutation({
    mutationFn: async () => {
      // Ending this session makes later requests fail, so send pending changes first.
      if (isOwn) await commitWaiting();
      return fetched(api.DELETE('/v1/members/{id}/sessions', { params: { path: { id: member.id } } }));
    },
    onSuccess: () => {
      if (isOwn) leave();
      else toast({ text: t.sessionsEnded });
      onEnded();
    },
    onError,
  });
}

export function RemoveMember(props: { member: Member; isLastOwner: boolean; onClose: () => void }) {
  const { member, isLastOwner, onClose } = props;
  const t = useTexts('people');
  const me = useMe();
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const name = nameOfMember(member);
  const isActive = member.status === 'active';
  const remove = useMutation({
    mutationFn: async () => {
      if (member.id === me.id) await commitWaiting();
      return fetched(api.DELETE('/v1/members/{id}', { params: { path: { id: member.id } } }));
    },
    onSuccess: () => {
      if (member.id === me.id) leave();
      toast({ text: isActive ? t.removed(name) : t.invitationWithdrawn(name) });
      void queries.invalidateQueries({ queryKey: ['members'] });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) toast({ text: t.lastOwner, isBad: true });
      else onFailure(error);
      void queries.invalidateQueries({ queryKey: ['members'] });
    },
  });
  const title = isActive ? t.removeTitle(name) : t.withdrawTitle(name);
  if (isLastOwner)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <p>{t.lastOwner}</p>
      </Dialog>
    );
  return (
    <Confirm
      title={title}
      text={<p>{isActive ? (member.id === me.id ? t.removeOwnText : t.removeText) : t.withdrawText}</p>}
      confirm={isActive ? t.remove : t.withdrawInvitation}
      isOpen
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
