/** Lambda function for the member operations. */
import { handler as listMembers } from '../../people/members/list-members.ts';
import { handler as inviteMember } from '../../people/members/invite-member.ts';
import { handler as updateMember } from '../../people/members/update-member.ts';
import { handler as removeMember } from '../../people/members/remove-member.ts';
import { handler as endMemberSessions } from '../../people/members/end-member-sessions.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'members'>({
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  endMemberSessions,
});
