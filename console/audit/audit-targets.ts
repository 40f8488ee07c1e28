/** Finds the name of an audit log entry's target: the recorded name or, in older entries, the current name. */
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import { allKeysQuery } from '../keys/all-keys.ts';
import { allMembersQuery, nameOfMember } from '../people/all-members.ts';
import type { AuditRow } from './audit-rows.ts';

export interface Names {
  readonly forms: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Returns the names of audit log targets, keyed by id. Targets without a known name, such as deleted targets,
 * are shown by id.
 */
export function useNames(): Names {
  const forms = useQuery(formsQuery);
  const members = useQuery(allMembersQuery);
  const keys = useQuery(allKeysQuery);
  return {
    forms: new Map(forms.data?.map(({ id, name }) => [id, name])),
    members: new Map(members.data?.map((member) => [member.id, nameOfMember(member)])),
    keys: new Map(keys.data?.map(({ id, name }) => [id, name])),
  };
}

/** Returns the name of the target, or undefined if only its id is known. */
export function nameOfTarget({ type, id, name }: AuditRow['target'], names: Names): string | undefined {
  if (id === null) return undefined;
  if (name !== null) return name;
  if (type === 'form') return names.forms.get(id);
  if (type === 'member') return names.members.get(id);
  return type === 'api_key' ? names.keys.get(id) : undefined;
}
