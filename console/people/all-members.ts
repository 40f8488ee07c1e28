/** Reads all of the account's members, and identifies the last owner. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';

export type Member = Schema<'Member'>;
export type Role = Member['role'];

export const roles: readonly Role[] = ['viewer', 'editor', 'owner'];

export const allMembersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/members', { params: { query }, signal }))),
});

export type MemberState = 'active' | 'invited' | 'expired';

export function stateOfMember({ status, expires_at }: Member, now = Date.now()): MemberState {
  if (status === 'active') return 'active';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'invited';
}

/**
 * Returns true if the service would refuse to remove or demote this member. The service protects the last
 * owner who has signed in or, if no owner has, the last invited owner.
 */
export function isLastOwner(of: Member, all: readonly Member[]): boolean {
  if (of.role !== 'owner') return false;
  const others = all.filter(({ id, role }) => role === 'owner' && id !== of.id);
  if (others.some(({ status }) => status === 'active')) return false;
  return of.status === 'active' || others.length === 0;
}

/** Returns the member's display name. */
export const nameOfMember = ({ name, email }: Member): string => name ?? email;
