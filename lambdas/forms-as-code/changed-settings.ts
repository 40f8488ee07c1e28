/** Lists the settings that differ between two states of a form or webhook. */
import type { FilePath } from './file-fault.ts';
import type { Members } from './forms-file.ts';
import { isSame } from './actual-state.ts';
import type { Change } from './step.ts';

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the parts of a setting that differ. Lists are compared as a whole. */
export function changesOf(before: unknown, after: unknown, path: FilePath): Change[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, from: before ?? null, to: after ?? null }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changesOf(before[name], after[name], [...path, name]));
}

/** Returns the settings of a new form or webhook. */
export function settingsOfNew(
  members: Members,
  path: FilePath,
  isSecret: (path: FilePath) => boolean,
): Change[] {
  return Object.entries(members).flatMap(([name, value]): Change[] => {
    const at = [...path, name];
    if (isSecret(at)) return [{ path: at, isSecret: true }];
    return isObject(value) ? settingsOfNew(value, at, isSecret) : [{ path: at, to: value }];
  });
}
