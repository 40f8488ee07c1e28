/**
 * A Discord message (discord.com/developers: "Execute Webhook", "Embed Limits", "Allowed Mentions"): one embed, in
 * which mentions notify nobody, and no mention is allowed besides. Every ASCII sign is escaped with a backslash, so that
 * Discord reads no mark-up, link, mention or time in what was posted.
 */
import { chatText, writtenWithin } from './chat-text.ts';
import type { Submission } from '../../submissions/submission.ts';

/** Characters of an embed's description; a title of 256 and all else of 6,000 are never reached with it. */
const DESCRIPTION = 4096;

const escape = (character: string): string => character.replace(/[!-/:-@[-`{-~]/, '\\$&');

/** The message about a submission; about a test ping when it is undefined. */
export function discordMessage(submission: Submission | undefined): object {
  const { title, entries } = chatText(submission);
  const text = entries.map(({ name, value }) => `${name}: ${value}`).join('\n\n');
  return {
    allowed_mentions: { parse: [] },
    embeds: [{ title, ...(text !== '' && { description: writtenWithin(text, DESCRIPTION, escape) }) }],
  };
}
