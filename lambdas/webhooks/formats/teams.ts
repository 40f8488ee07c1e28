/**
 * Builds a message for Microsoft Teams (learn.microsoft.com: "Create incoming webhooks with Workflows";
 * adaptivecards.io: "RichTextBlock"). The message is an Adaptive Card that consists of text runs, which don't
 * interpret Markdown. The card has no entities, so submitted text can't mention anyone.
 */
import { chatText, writtenWithin, type ChatEntry, type ToldEvent } from './chat-text.ts';

/**
 * Maximum size of a whole message in Teams, in bytes. Teams measures some messages in UTF-16, so the message
 * must also fit in that encoding.
 */
const MESSAGE_BYTES = 28 * 1024;
/** Space reserved for the card's JSON structure and the note that the text has been shortened. */
const FRAME_BYTES = 2048;
/** Maximum size of a field's value so that a single field can't use up all the space. */
const VALUE_BYTES = 8 * 1024;

/** Returns the value's size as JSON, in UTF-8 or in UTF-16, whichever is larger. */
function sizeOf(value: unknown): number {
  const json = JSON.stringify(value);
  return Math.max(Buffer.byteLength(json), 2 * json.length);
}

/** Returns the size that the text has inside a JSON string. */
function sizeInText(text: string): number {
  const json = JSON.stringify(text);
  return Math.max(Buffer.byteLength(json) - 2, 2 * (json.length - 2));
}

const block = (inlines: object[]) => ({ type: 'RichTextBlock', inlines });
const bold = (text: string) => ({ type: 'TextRun', text, weight: 'Bolder' });
const plain = (text: string) => ({ type: 'TextRun', text });

/** Builds the message for an event. */
export function teamsMessage(told: ToldEvent): object {
  const { title, entries } = chatText(told);
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
