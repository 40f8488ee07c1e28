/** Reads the e-mails that the SES emulator has stored. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Matches the name of a stored e-mail: the time, and the id that SES returned for it. */
const FILE_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-([\da-f-]{36})\.eml$/;

/** Maximum number of e-mails in the list, because each of them is parsed. */
const MAX_LISTED = 100;

export interface StoredEmail {
  /** The id that SES returned. */
  readonly id: string;
  /** The e-mail as it was sent. */
  readonly raw: Buffer;
  readonly parsed: Email;
}

/** Opens the folder that the SES emulator writes e-mails to. */
export function mailbox(folder: string) {
  const names = async (): Promise<{ id: string; name: string }[]> =>
    (await readdir(folder)).toSorted().flatMap((name) => {
      const id = FILE_NAME.exec(name)?.[1];
      return id === undefined ? [] : [{ id, name }];
    });
  const read = async ({ id, name }: { id: string; name: string }): Promise<StoredEmail> => {
    const raw = await readFile(join(folder, name));
    return { id, raw, parsed: await PostalMime.parse(raw) };
  };
  return {
    /** Returns the latest e-mails, newest first. */
    latest: async (): Promise<StoredEmail[]> =>
      Promise.all((await names()).slice(-MAX_LISTED).toReversed().map(read)),

    /** Returns the e-mail with this id, or undefined if there is none. */
    async find(id: string): Promise<StoredEmail | undefined> {
      const found = (await names()).find((each) => each.id === id);
      return found && read(found);
    },
  };
}
