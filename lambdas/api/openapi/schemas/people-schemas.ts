/** Defines the named schemas for members and callers. */
import { accountPatch, accountView, callerView } from '../../../people/caller-view.ts';
import { memberInput, memberPatch, memberView } from '../../../auth/member.ts';
import { CREATED_AT, FORM_ID, MEMBER_ID } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const ACCOUNT = {
  id: 'acc_5D0V8Q2M7XKA',
  name: 'Example Ltd',
  plan: 'pro' as const,
  time_zone: 'Europe/Berlin',
};

export const peopleSchemas = [
  requestSchema('AccountPatch', accountPatch, 'Changes to the account.', { time_zone: 'Europe/Berlin' }),
  responseSchema('Account', accountView, 'The account.', ACCOUNT),
  requestSchema('MemberInput', memberInput, 'A person to invite.', {
    email: 'ann@example.org',
    role: 'editor' as const,
    form_ids: [FORM_ID],
  }),
  requestSchema('MemberPatch', memberPatch, 'Changes to a member.', {
    role: 'viewer' as const,
    form_ids: [FORM_ID],
  }),
  responseSchema(
    'Member',
    memberView,
    'A person who can sign in to the account, or who has been invited to it.',
    {
      id: MEMBER_ID,
      email: 'ann@example.org',
      name: null,
      role: 'editor' as const,
      form_ids: [FORM_ID],
      status: 'invited' as const,
      invited_at: CREATED_AT,
      expires_at: '2026-11-09T08:00:00.000Z',
      joined_at: null,
    },
  ),
  responseSchema('Caller', callerView, 'The current caller and its permissions.', {
    type: 'member' as const,
    id: MEMBER_ID,
    name: 'Ann Example',
    scopes: ['read' as const, 'write' as const],
    account: ACCOUNT,
    member: { email: 'ann@example.org', role: 'editor' as const, form_ids: [FORM_ID] },
  }),
];
