/**
 * Records which permissions the functions were granted and which of them they used. Test runs write these
 * records to a shared folder. Each thread writes one line for each permission that it uses. A permission that
 * is granted but never used is either unnecessary or untested.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { FunctionRole, Listeners } from './guarded-requests.ts';
import { patternsOf, type PolicyStatement } from './policy.ts';

/** One action on one resource that a function's role allows. */
export interface GrantedPermission {
  /** The function's logical id without the digits that CDK adds. */
  readonly functionId: string;
  readonly action: string;
  /** The resource pattern in the policy statement. Its logical ids don't include the digits that CDK adds. */
  readonly resource: string;
  /** The statement's condition as JSON, or an empty string if it has none. */
  readonly condition: string;
}

const HASH = /(?<=[A-Za-z])[0-9A-F]{8}(?![0-9A-Za-z])/g;

function permission(
  functionId: string,
  action: string,
  resource: string,
  { Condition }: PolicyStatement,
): GrantedPermission {
  return {
    functionId: functionId.replace(/Function[0-9A-F]{8}$/, ''),
    action,
    resource: resource.replace(HASH, ''),
    condition: Condition === undefined ? '' : JSON.stringify(Condition),
  };
}

/** Returns all permissions that the roles grant. */
export function grantedBy(roles: readonly FunctionRole[]): GrantedPermission[] {
  return roles.flatMap(({ functionId, statements }) =>
    statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap((statement) =>
        statement.Action.flatMap((action) =>
          statement.Resource.map((resource) => permission(functionId, action, resource, statement)),
        ),
      ),
  );
}

/** Records all permissions that the roles grant. */
export function noteGranted(folder: string, roles: readonly FunctionRole[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `granted-${process.pid}`), lines(grantedBy(roles)));
}

const noted = new Set<string>();

/** Records each permission the first time it is used, in the folder that the role specifies. */
export const noteUsed: NonNullable<Listeners['onUsed']> = (role, statement, call) => {
  if (role.usageFolder === undefined) return;
  const line = lines([permission(role.functionId, ...patternsOf(statement, call), statement)]);
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(path.join(role.usageFolder, `used-${process.pid}-${threadId}`), line);
};

/** Returns the permissions that were granted but not used in any run, sorted. */
export function unusedPermissions(folder: string): GrantedPermission[] {
  const files = readdirSync(folder);
  const linesOf = (prefix: string): string[] =>
    files
      .filter((file) => file.startsWith(prefix))
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
      .filter(Boolean);
  const used = new Set(linesOf('used-'));
  const unused = new Set(linesOf('granted-').filter((line) => !used.has(line)));
  return [...unused].toSorted().map((line) => JSON.parse(line) as GrantedPermission);
}

function lines(permissions: readonly GrantedPermission[]): string {
  return permissions.map((each) => `${JSON.stringify(each)}\n`).join('');
}
