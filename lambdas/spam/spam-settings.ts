/**
 * Defines a form's spam settings: the threshold, the mode, and the owner's block list and allow list
 * (docs/specification.md, "Spam score").
 */
import * as z from 'zod';
import { isPlainLine } from '../core/text/text.ts';
import { listEntry } from './list-entry.ts';

export const spamModes = ['observe', 'file'] as const;

const MAX_ENTRIES = 100;
const MAX_ENTRY_LENGTH = 100;

const entry = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ENTRY_LENGTH)
  .refine(isPlainLine, { error: 'must be a single line without control characters' });

const blocked = z
  .array(entry.refine((text) => listEntry(text) !== undefined, { error: 'must contain a letter or a digit' }))
  .max(MAX_ENTRIES)
  .describe(
    'Submissions that contain one of these entries in any field are spam: words (`cheap watches`), addresses (`ada@example.com`) and domains (`example.com`, including subdomains). These submissions are moved to spam in every mode.',
  );
const allowed = z
  .array(
    entry.refine((text) => ['address', 'domain'].includes(listEntry(text)?.kind ?? ''), {
      error: 'must be an e-mail address or a domain, for example ada@example.com or example.com',
    }),
  )
  .max(MAX_ENTRIES)
  .describe(
    'Addresses and domains (including subdomains) of trusted senders. If a field contains such an address, all signs of spam are ignored except the hidden field and the blocked entries.',
  );
const threshold = z.int().min(1).max(100).describe('Move submissions that reach this score to spam.');
const mode = z
  .enum(spamModes)
  .describe(
    'With `observe`, scores are only shown. With `file`, submissions that reach the threshold are moved to spam.',
  );

/** Spam settings as they are stored and returned by the API. */
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

/** Spam settings as set by a client. Absent settings stay unchanged, and null resets a setting. */
export const spamSettingsInput = z
  .strictObject({ threshold, mode, blocked, allowed })
  .partial()
  .nullable()
  .describe(
    'When submissions are moved to spam. Omitted properties keep their values, and null resets all of them.',
  );

export const DEFAULT_SPAM_SETTINGS: SpamSettings = {
  threshold: 60,
  mode: 'observe',
  blocked: [],
  allowed: [],
};
