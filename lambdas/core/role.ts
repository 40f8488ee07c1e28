/** The roles of the members of an account, and what each may do (docs/specification.md, "Members"). */
import type { Scope } from './scope.ts';

export const roles = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What members of each role may do. None of them may post submissions: that is what keys are for. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['read', 'write', 'admin'],
  editor: ['read', 'write'],
  viewer: ['read'],
};
