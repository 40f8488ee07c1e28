/**
 * Builds a Discord message (discord.com/developers: "Execute Webhook", "Embed Limits", "Allowed Mentions"):
 * one embed, in which mentions notify nobody, and mentions are disabled as well. Every ASCII punctuation mark
 * is escaped with a backslash, so that Discord recognizes no markup, link, mention or timestamp in submitted
 * text.
 */
import { chatText, writtenWithin } from './chat-text.ts';
import type { Submission } from '../../submissions/submission.ts';

/**
 * Maximum length of an embed's description, in characters. With it, the limits of 256 for a title and 6,000
 * in total are never reached.
 */
const DESCRIPTION = 4096;

const escape = (character: string): string => character.replace(/[!-/:-@[-`{-~]/, '\\$&');

/** Builds the message about a submission, or about a test ping if it is undefined. */
export function discordMessage(submission: Submission | undefined): object {
  const { title, entries } = chatText(submission);
  const text = entries.map(({ name, value }) => `${name}: ${value}`).join('\n\n');
  return {
    allowed_mentions: { parse: [] },
    embeds: [{ title, ...(text !== '' && { description: writtenWithin(text, DESCRIPTION, escape) }) }],
  };
}
