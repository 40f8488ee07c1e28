/** Changes a member's role and access to forms. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { nameOfMember, type Member } from './all-members.ts';
import { AccessFields, formIdsOf, isAccess, isComplete, type Access } from './member-access.tsx';

export function ChangeMember(props: { member: Member; isLastOwner: boolean; onClose: () => void }) {
  const { member, isLastOwner, onClose } = props;
  const t = useTexts('people');
  const house = useTexts('house');
  const me = useMe();
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const saved: Access = { role: member.role, forms: member.form_ids };
  const draft = useDraft(`member ${member.id}`, saved, isAccess);
  const access = draft.value;
  const close = (): void => {
    draft.clear();
    onClose();
  };
  const save = useMutation({
    mutationFn: () =>
      fetched(
        api.PATCH('/v1/members/{id}', {
          params: { path: { id: member.id } },
          body: { role: access.role, form_ids: formIdsOf(access) },
        }),
      ),
    onSuccess: async () => {
      toast({ text: t.changed(nameOfMember(member)) });
      // If members change their own role, reload their permissions, which determine the actions that the
      // console shows.
      if (member.id === me.id) await queries.invalidateQueries({ queryKey: ['me'] });
      void queries.invalidateQueries({ queryKey: ['members'] });
      close();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) onFailure(error);
      else if (error.status === 409) toast({ text: t.lastOwner, isBad: true });
      else if (error.fields.length === 0) onFailure(error);
    },
  });
  const refused = save.error instanceof ApiError ? save.error.fields[0]?.message : undefined;
  const isOwnStepDown = member.id === me.id && member.role === 'owner' && access.role !== 'owner';
  return (
    <Dialog title={t.changeTitle(nameOfMember(member))} isOpen isSticky onClose={close}>
      {isLastOwner ? (
        <p>{t.lastOwner}</p>
      ) : (
        <DialogForm
          submit={house.save}
          isPending={save.isPending}
          isReady={draft.isChanged && isComplete(access)}
          onSubmit={() => save.mutate()}
          onCancel={close}
        >
          <AccessFields access={access} onChange={draft.change} error={refused} />
          {isOwnStepDown && <p className="access-warning">{t.giveUpOwnerRole}</p>}
          <p className="soft">{t.takesEffectImmediately}</p>
        </DialogForm>
      )}
    </Dialog>
  );
}
