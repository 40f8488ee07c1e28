/**
 * Notes which permissions of functions were granted and which of them were used, in files of a folder that runs of
 * tests share: one line for each, once for each thread. What was granted and never used is surplus, or nothing tests it.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { FunctionRole, Listeners } from './guarded-requests.ts';
import { patternsOf, type PolicyStatement } from './policy.ts';

/** One action on one resource that one statement of a function's role allows. */
export interface GrantedPermission {
  /** The logical id of the function, without the digits that CDK adds. */
  readonly functionId: string;
  readonly action: string;
  /** As the statement has it, without the digits in logical ids. */
  readonly resource: string;
  /** The statement's condition as JSON; empty without one. */
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

/** Writes down everything that the roles allow. */
export function noteGranted(folder: string, roles: readonly FunctionRole[]): void {
  const granted = roles.flatMap(({ functionId, statements }) =>
    statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap((statement) =>
        statement.Action.flatMap((action) =>
          statement.Resource.map((resource) => permission(functionId, action, resource, statement)),
        ),
      ),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `granted-${process.pid}`), lines(granted));
}

const noted = new Set<string>();

/** Writes down each permission at its first use, where the role says in which folder. */
export const noteUsed: NonNullable<Listeners['onUsed']> = (role, statement, call) => {
  if (role.usageFolder === undefined) return;
  const line = lines([permission(role.functionId, ...patternsOf(statement, call), statement)]);
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(path.join(role.usageFolder, `used-${process.pid}-${threadId}`), line);
};

/** What was granted in any run and used in none, sorted. */
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
