/**
 * Builds a Slack message (docs.slack.dev: "Incoming webhooks", "Section block"). The message consists of
 * plain text blocks, where Slack doesn't recognize mentions or markup. `&`, `<` and `>` are escaped, as
 * required by Slack's guide to escaping text.
 */
import { chatText, writtenWithin, type ToldEvent } from './chat-text.ts';

/** Maximum length of a section's text, in characters. */
const SECTION_TEXT = 3000;
/** Maximum number of blocks in a message. */
const BLOCKS = 50;
/**
 * Maximum length of all blocks, in characters. Slack documents a limit of 40,000, but we have seen it reject
 * messages whose blocks contain more than about 13,000 characters in total.
 */
const ALL_TEXT = 12_000;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (character: string): string => ESCAPED[character] ?? character;

const section = (text: string) => ({ type: 'section', text: { type: 'plain_text', text, emoji: false } });

/** Builds the message for an event. */
export function slackMessage(told: ToldEvent): object {
  const { title, entries } = chatText(told);
  const blocks = [section(title)];
  let left = ALL_TEXT - title.length;
  for (const { name, value } of entries) {
    // Reserve the last block for the note that the text has been shortened.
    if (left < 100 || blocks.length === BLOCKS - 1) {
      blocks.push(section('…'));
      break;
    }
    const text = writtenWithin(`${name}: ${value}`, Math.min(SECTION_TEXT, left), escape);
    blocks.push(section(text));
    left -= text.length;
  }
  // Slack shows this text in notifications, so it contains no submitted data.
  return { text: title, mrkdwn: false, unfurl_links: false, unfurl_media: false, blocks };
}
