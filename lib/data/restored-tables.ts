/** Which restored tables take the place of the stack's own. */
import { WrongSetting } from '../stage-settings.ts';
import type { RestoredTables } from './restored-data.ts';

/**
 * The restored table that takes this one's place, if any.
 * @throws WrongSetting when it comes without the ARN of its stream, or with one that nobody follows
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
      `"svc:restore" has to name the stream of ${name}: { "name": "${restored.name}", "streamArn": "…" }.`,
    );
  if (!hasStream && restored.streamArn !== undefined)
    throw new WrongSetting(`"svc:restore" names a stream of ${name}, which the service does not follow.`);
  return restored;
}

/** @throws WrongSetting when the setting names a table that the stack does not have */
export function assertKnownTables(tables: RestoredTables, known: readonly string[]): void {
  const unknown = Object.keys(tables).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new WrongSetting(`"svc:restore" names no table of the stack: ${unknown.join(', ')}.`);
}
