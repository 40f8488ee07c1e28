/** Prepares replies: quotes the submission, and fills in the placeholders of templates. */
import type { Schema } from '../api/schema.ts';
import { listOf } from '../submission/field-values.ts';

export const MAX_SUBJECT = 200;
export const MAX_TEXT = 20_000;
/** Maximum number of characters to quote, so that there is room for the reply. */
const MAX_QUOTED = 5000;

/** An unsent reply. */
export interface ReplyDraft {
  /** If empty, the service uses the default subject. */
  readonly subject: string;
  readonly text: string;
  /** Idempotency key, which prevents the service from sending the reply twice if the request is retried. */
  readonly key: string;
}

export const isReplyDraft = (value: unknown): value is ReplyDraft =>
  typeof value === 'object' &&
  value !== null &&
  (['subject', 'text', 'key'] as const).every((name) => typeof (value as ReplyDraft)[name] === 'string');

/** Returns the quote to add below a reply: the submitted message with a quote mark before each line. */
export function quoteOf(message: string): string {
  if (message === '') return '';
  const text = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED).toWellFormed()} …` : message;
  const lines = text.split(/\r?\n/).map((line) => (line === '' ? '>' : `> ${line}`));
  return `\n\n${lines.join('\n')}`;
}

type Payload = Readonly<Record<string, string>>;

/**
 * Replaces each `{{field}}` with the submitted value, or with nothing if the field wasn't filled in. Braces in
 * values aren't treated as placeholders.
 */
export function filledIn(template: string, payload: Payload): string {
  return template.replace(/\{\{([^{}]{1,200})\}\}/g, (_, placeholder: string) => {
    const name = Object.hasOwn(payload, placeholder) ? placeholder : placeholder.trim();
    const value = Object.hasOwn(payload, name) ? (payload[name] ?? '').trim() : '';
    return listOf(value)?.join(', ') ?? value;
  });
}

/** Returns the draft with a template's subject and text. The quote stays below the template's text. */
export function withTemplate(
  draft: ReplyDraft,
  { subject, text }: Pick<Schema<'ReplyTemplate'>, 'subject' | 'text'>,
  { payload, quote }: { readonly payload: Payload; readonly quote: string },
): ReplyDraft {
  const line = filledIn(subject ?? '', payload)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);
  return { ...draft, subject: line.toWellFormed(), text: `${filledIn(text, payload)}${quote}` };
}
