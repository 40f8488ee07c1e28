/** How a form treats spam: from which score on, whether it files anything, and the lists of its owner (docs/specification.md, "Spam score"). */
import * as z from 'zod';
import { isPlainLine } from '../core/text.ts';
import { listEntry } from './list-entry.ts';

export const spamModes = ['observe', 'file'] as const;

const MOST_ENTRIES = 100;
const LONGEST_ENTRY = 100;

const entry = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_ENTRY)
  .refine(isPlainLine, { error: 'must stand on one line, without control characters' });

const blocked = z
  .array(entry.refine((text) => listEntry(text) !== undefined, { error: 'must hold a letter or a digit' }))
  .max(MOST_ENTRIES)
  .describe(
    'What makes a post spam, in any field: words (`cheap watches`), addresses (`ada@example.com`) and domains (`example.com`, with its subdomains). Such posts are filed whatever the mode is.',
  );
const allowed = z
  .array(
    entry.refine((text) => ['address', 'domain'].includes(listEntry(text)?.kind ?? ''), {
      error: 'must be an e-mail address or a domain',
    }),
  )
  .max(MOST_ENTRIES)
  .describe(
    'Addresses and domains (with their subdomains) whose posts get no points: a field that holds such an address overrules every sign but the hidden field and what is blocked.',
  );
const threshold = z.int().min(1).max(100).describe('The score from which on a post is filed as spam.');
const mode = z
  .enum(spamModes)
  .describe(
    '`observe` tells the score and files nothing because of it; `file` stores posts from the threshold on as spam.',
  );

/** As it is stored and shown. */
export const spamSettings = z.object({
  threshold,
  mode,
  blocked: blocked
    .unwrap()
    .array()
    .describe(blocked.description ?? ''),
  allowed: allowed
    .unwrap()
    .array()
    .describe(allowed.description ?? ''),
});
export type SpamSettings = z.infer<typeof spamSettings>;

/** As a client sets it; members left out stay as they are, null takes back what was set. */
export const spamSettingsInput = z
  .strictObject({ threshold, mode, blocked, allowed })
  .partial()
  .nullable()
  .describe('When posts are filed as spam. Members left out stay as they are; null resets all of them.');

export const DEFAULT_SPAM_SETTINGS: SpamSettings = {
  threshold: 60,
  mode: 'observe',
  blocked: [],
  allowed: [],
};
