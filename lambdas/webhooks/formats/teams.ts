/**
 * A message for Microsoft Teams (learn.microsoft.com: "Create incoming webhooks with Workflows"; adaptivecards.io:
 * "RichTextBlock"): an adaptive card whose text stands in text runs, in which no Markdown is read. A mention needs an
 * entity of its own, and there is none.
 */
import { chatText, writtenWithin, type ChatEntry } from './chat-text.ts';
import type { Submission } from '../../submissions/submission.ts';

/** 28 KB for the whole message. Teams counts some messages in UTF-16, so it must fit in that too. */
const MESSAGE_BYTES = 28 * 1024;
/** Room for the frame of the message and for saying that there is more. */
const FRAME_BYTES = 2048;
/** One field does not take the room of all others. */
const VALUE_BYTES = 8 * 1024;

/** The larger of the sizes in UTF-8 and UTF-16, as JSON. */
function sizeOf(value: unknown): number {
  const json = JSON.stringify(value);
  return Math.max(Buffer.byteLength(json), 2 * json.length);
}

/** The size of what stands within a JSON string. */
function sizeInText(text: string): number {
  const json = JSON.stringify(text);
  return Math.max(Buffer.byteLength(json) - 2, 2 * (json.length - 2));
}

const block = (inlines: object[]) => ({ type: 'RichTextBlock', inlines });
const bold = (text: string) => ({ type: 'TextRun', text, weight: 'Bolder' });
const plain = (text: string) => ({ type: 'TextRun', text });

/** The message about a submission; about a test ping when it is undefined. */
export function teamsMessage(submission: Submission | undefined): object {
  const { title, entries } = chatText(submission);
  const body = [block([{ ...bold(title), size: 'Medium' }])];
  let left = MESSAGE_BYTES - FRAME_BYTES;
  for (const entry of entries) {
    const next = entryBlock(entry);
    left -= sizeOf(next) + 2;
    if (left < 0) {
      body.push(block([plain('…')]));
      break;
    }
    body.push(next);
  }
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  };
  return { type: 'message', attachments: [attachment] };
}

function entryBlock({ name, value }: ChatEntry) {
  const written = writtenWithin(value, VALUE_BYTES, (character) => character, sizeInText);
  return block([bold(`${name}: `), plain(written)]);
}
