/** Finds the restored tables to use instead of the stack's own. */
import { WrongSetting } from '../settings/stage-settings.ts';
import type { RestoredTables } from '../settings/restored-data.ts';

/**
 * Returns the restored table that replaces the table with this name, or undefined if there is none.
 * @throws WrongSetting if the stream's ARN is missing, or if it is set for a table without a stream
 */
export function restoredTableOf(
  tables: RestoredTables,
  name: string,
  hasStream: boolean,
): RestoredTables[string] | undefined {
  const restored = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (restored === undefined) return undefined;
  if (hasStream && restored.streamArn === undefined)
    throw new WrongSetting(
      `"svc:restore" must name the stream of ${name}: { "name": "${restored.name}", "streamArn": "…" }.`,
    );
  if (!hasStream && restored.streamArn !== undefined)
    throw new WrongSetting(
      `"svc:restore" names a stream of ${name}, but the service reads no stream of this table.`,
    );
  return restored;
}

/**
 * Checks that `svc:restore` only names known tables.
 * @throws WrongSetting if `svc:restore` names an unknown table
 */
export function assertKnownTables(tables: RestoredTables, known: readonly string[]): void {
  const unknown = Object.keys(tables).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new WrongSetting(
      `"svc:restore" names unknown tables: ${unknown.join(', ')}. Tables are: ${known.join(', ')}.`,
    );
}
