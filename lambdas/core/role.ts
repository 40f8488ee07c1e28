/** Defines the roles of members and their permissions (docs/specification.md, "Members"). */
import type { Scope } from './scope.ts';

export const roles = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Scopes of each role. No role can submit forms through the API, because that requires a key. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['read', 'write', 'admin'],
  editor: ['read', 'write'],
  viewer: ['read'],
};
