/** Defines the operations for members, sessions and the account. `operations.ts` lists all operations. */
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';
import { accountPatch, accountView, callerView } from './caller-view.ts';
import { memberInput, memberPatch, memberView } from '../auth/member.ts';

export const getMe = {
  name: 'getMe',
  folder: 'people',
  tag: 'sessions',
  method: 'GET',
  path: '/v1/me',
  access: 'caller',
  scope: null,
  neverStored: true,
  summary: 'Get the current caller and its permissions',
  success: { status: 200, body: () => callerView },
} as const satisfies Operation;

export const updateAccount = {
  name: 'updateAccount',
  folder: 'people',
  tag: 'sessions',
  method: 'PATCH',
  path: '/v1/account',
  access: 'management',
  scope: 'admin',
  summary: "Update the account's time zone",
  description:
    "The time zone applies to the e-mails and exports of forms that don't have a `time_zone`. `GET /v1/me` returns the current one.",
  body: () => accountPatch,
  audit: { target: 'account', written: 'with-change' },
  success: { status: 200, body: () => accountView },
} as const satisfies Operation;

export const createSession = {
  name: 'createSession',
  folder: 'people/sessions',
  tag: 'sessions',
  method: 'POST',
  path: '/v1/session',
  access: 'management-key',
  scope: null,
  neverStored: true,
  summary: 'Start a session with a management key',
  description:
    "Pages can use a session instead of storing the key. The response sets the session cookie. The session has the key's permissions. It ends when the key does, after 12 hours without a request, or after 7 days.",
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 204, when: 'The session has started.', headers: ['set-cookie'] },
} as const satisfies Operation;

export const signOut = {
  name: 'signOut',
  folder: 'people/sessions',
  tag: 'sessions',
  method: 'POST',
  path: '/v1/session/sign-out',
  access: 'session',
  scope: null,
  neverStored: true,
  summary: 'End the current session',
  description: 'Also deletes the cookie. Succeeds if the session has already ended.',
  success: { status: 204, when: 'The session has ended.', headers: ['set-cookie'] },
} as const satisfies Operation;

export const listMembers = {
  name: 'listMembers',
  folder: 'people/members',
  tag: 'members',
  method: 'GET',
  path: '/v1/members',
  access: 'management',
  scope: 'admin',
  summary: "List the account's members",
  query: () => pageQuery,
  success: { status: 200, body: () => memberView, list: true },
} as const satisfies Operation;

export const inviteMember = {
  name: 'inviteMember',
  folder: 'people/members',
  tag: 'members',
  method: 'POST',
  path: '/v1/members',
  access: 'management',
  scope: 'admin',
  summary: 'Invite a person to the account by e-mail',
  description:
    "An invitation is valid for seven days. Inviting the same address again renews it, with the new role and forms. Inviting an active member is a conflict. You can't grant a role with more permissions than your own.",
  body: () => memberInput,
  audit: { target: 'member', written: 'with-change' },
  success: { status: 201, body: () => memberView },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const updateMember = {
  name: 'updateMember',
  folder: 'people/members',
  tag: 'members',
  method: 'PATCH',
  path: '/v1/members/{id}',
  access: 'management',
  scope: 'admin',
  summary: "Update a member's role or forms",
  description:
    "Changes apply from the member's next request. The last owner of an account can't be demoted. Owners have access to all forms.",
  body: () => memberPatch,
  audit: { target: 'member', written: 'with-change' },
  success: { status: 200, body: () => memberView },
  problems: ['conflict'],
} as const satisfies Operation;

export const removeMember = {
  name: 'removeMember',
  folder: 'people/members',
  tag: 'members',
  method: 'DELETE',
  path: '/v1/members/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Remove a member or cancel an invitation',
  description:
    "Ends the member's sessions and connections immediately. The last owner of an account can't be removed.",
  audit: { target: 'member', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;

export const endMemberSessions = {
  name: 'endMemberSessions',
  folder: 'people/members',
  tag: 'members',
  method: 'DELETE',
  path: '/v1/members/{id}/sessions',
  access: 'management',
  scope: 'admin',
  summary: 'End all sessions of a member',
  audit: { target: 'member', written: 'around' },
  success: { status: 204 },
} as const satisfies Operation;
