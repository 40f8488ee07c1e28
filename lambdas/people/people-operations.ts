/** The members of an account, and sessions. The table of all operations is `operations.ts`. */
import { pageQuery } from '../core/pagination.ts';
import type { Operation } from '../http/operation.ts';
import { callerView } from './caller-view.ts';
import { memberInput, memberPatch, memberView } from '../auth/member.ts';

export const getMe = {
  name: 'getMe',
  folder: 'people',
  tag: 'sessions',
  method: 'GET',
  path: '/v1/me',
  access: 'caller',
  scope: null,
  summary: 'Show who calls: a key, an access token or a member, and what it may do',
  success: { status: 200, body: () => callerView, headers: ['cache-control'] },
} as const satisfies Operation;

export const createSession = {
  name: 'createSession',
  folder: 'people/sessions',
  tag: 'sessions',
  method: 'POST',
  path: '/v1/session',
  access: 'management-key',
  scope: null,
  summary: 'Start a session with a management key, so that a page need not keep the key',
  description:
    'The response sets the cookie of the session. It may do what the key may, ends with the key, after 12 hours without a request, and after 7 days.',
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 204, when: 'The session has started.', headers: ['cache-control', 'set-cookie'] },
} as const satisfies Operation;

export const signOut = {
  name: 'signOut',
  folder: 'people/sessions',
  tag: 'sessions',
  method: 'POST',
  path: '/v1/session/sign-out',
  access: 'session',
  scope: null,
  summary: 'End the session',
  description: 'Takes the cookie away as well. A session that has ended already is no error.',
  success: { status: 204, when: 'The session has ended.', headers: ['cache-control', 'set-cookie'] },
} as const satisfies Operation;

export const listMembers = {
  name: 'listMembers',
  folder: 'people/members',
  tag: 'members',
  method: 'GET',
  path: '/v1/members',
  access: 'management',
  scope: 'admin',
  summary: 'List the members of the account, the latest invited first',
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
    'The invitation lasts for seven days. Inviting the same address again renews it, with the new role and forms; an address that is an active member is a conflict. Nobody grants a role that may do more than they may themselves.',
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
  summary: 'Change the role of a member, or the forms that they are limited to',
  description:
    'It holds from their next request on. The last owner of an account cannot step down. An owner has all forms.',
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
  summary: 'Remove a member, or take back an invitation; their sessions and connections end at once',
  description: 'The last owner of an account cannot be removed.',
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
  summary: 'End all sessions of a member, at once',
  audit: { target: 'member', written: 'around' },
  success: { status: 204 },
} as const satisfies Operation;
