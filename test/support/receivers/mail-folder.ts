/** Parses the e-mails that the SES emulator stored in a folder. */
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Returns all e-mails in the folder, oldest first. */
export async function mailsIn(folder: string): Promise<Email[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return Promise.all(files.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

/** Waits until this many matching e-mails have arrived and returns them. */
export function untilMails(
  folder: string,
  count: number,
  matches: (mail: Email) => boolean = () => true,
): Promise<Email[]> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      mailsIn(folder).then((mails) => {
        const found = mails.filter(matches);
        if (found.length < count) return;
        watcher.close();
        resolve(found);
      }, reject);
    };
    const watcher = watch(folder, look);
    look();
  });
}
