/**
 * A Slack message (docs.slack.dev: "Incoming webhooks", "Section block"): blocks of plain text, in which Slack reads
 * neither mentions nor mark-up. `&`, `<` and `>` are escaped all the same, as its guide to escaping text wants it.
 */
import { chatText, writtenWithin } from './chat-text.ts';
import type { Submission } from '../../submissions/submission.ts';

/** Characters of the text of a section. */
const SECTION_TEXT = 3000;
/** Blocks of a message. */
const BLOCKS = 50;
/** Slack allows 40,000 characters, but was seen to refuse blocks of more than about 13,000 together. */
const ALL_TEXT = 12_000;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (character: string): string => ESCAPED[character] ?? character;

const section = (text: string) => ({ type: 'section', text: { type: 'plain_text', text, emoji: false } });

/** The message about a submission; about a test ping when it is undefined. */
export function slackMessage(submission: Submission | undefined): object {
  const { title, entries } = chatText(submission);
  const blocks = [section(title)];
  let left = ALL_TEXT - title.length;
  for (const { name, value } of entries) {
    // The last block says that there is more.
    if (left < 100 || blocks.length === BLOCKS - 1) {
      blocks.push(section('…'));
      break;
    }
    const text = writtenWithin(`${name}: ${value}`, Math.min(SECTION_TEXT, left), escape);
    blocks.push(section(text));
    left -= text.length;
  }
  // What notifications show; nothing in it was posted.
  return { text: title, mrkdwn: false, unfurl_links: false, unfurl_media: false, blocks };
}
