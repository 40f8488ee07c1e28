/** Counts the calls of an export or import, and interrupts it after a given number. */
import type { ExportPlace } from '../../../cli/transfer/export-place.ts';
import { storedFiles } from '../../../cli/transfer/stored-files.ts';
import type { TransferConnection } from '../../../cli/transfer/transfer-connection.ts';
import { connectionTo, type Place } from './filled-account.ts';

/**
 * Counts the calls to the database, files and export location. All calls after the first `mostCalls` fail.
 */
export function counted(of: Place, place: ExportPlace, mostCalls = Infinity) {
  let calls = 0;
  const mayCall = (): void => {
    calls += 1;
    if (calls > mostCalls) throw new Error('cut off');
  };
  const watched = <T extends object>(real: T): T =>
    new Proxy(real, {
      get: (object, name) => {
        const member = Reflect.get(object, name) as unknown;
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          mayCall();
          return (await Reflect.apply(member, object, args)) as unknown;
        };
      },
    });
  const connection: TransferConnection = connectionTo(of);
  const db = new Proxy(connection.db, {
    get: (real, name) =>
      name === 'send'
        ? async (command: never) => {
            mayCall();
            return real.send(command);
          }
        : (Reflect.get(real, name) as unknown),
  });
  return {
    service: { ...connection, db },
    files: watched(storedFiles(connection.s3, connection.attachments)),
    place: watched(place),
    calls: () => calls,
  };
}
