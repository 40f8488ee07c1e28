/** The e-mails that the stand-in for SES left in a folder, parsed. */
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** All of them, oldest first. */
export async function mailsIn(folder: string): Promise<Email[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return Promise.all(files.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

/** Settles when so many have come that satisfy this. */
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
