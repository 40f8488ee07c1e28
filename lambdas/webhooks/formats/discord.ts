/**
 * Builds a Discord message (discord.com/developers: "Execute Webhook", "Embed Limits", "Allowed Mentions").
 * The message has a single embed, where mentions don't notify anyone. Mentions are also disabled. All ASCII
 * punctuation is escaped with a backslash so that Discord doesn't recognize markup, links, mentions or
 * timestamps in submitted text.
 */
import { chatText, writtenWithin, type ToldEvent } from './chat-text.ts';

/**
 * Maximum length of an embed's description, in characters. Titles always stay below their limit of 256
 * characters, and the whole embed stays below its limit of 6,000.
 */
const DESCRIPTION = 4096;

const escape = (character: string): string => character.replace(/[!-/:-@[-`{-~]/, '\\$&');

/** Builds the message for an event. */
export function discordMessage(told: ToldEvent): object {
  const { title, entries } = chatText(told);
  const text = entries.map(({ name, value }) => `${name}: ${value}`).join('\n\n');
  return {
    allowed_mentions: { parse: [] },
    embeds: [{ title, ...(text !== '' && { description: writtenWithin(text, DESCRIPTION, escape) }) }],
  };
}
