/**
 * Prepares a submission for display: applies the form's labels, order and types, and finds the reply address.
 */
import type { Schema } from '../api/schema.ts';

type DeclaredField = Schema<'Form'>['fields'][number];

/** A submitted value prepared for display. The text is shown as submitted. */
export type ShownValue =
  | { readonly kind: 'text' | 'number' | 'email' | 'tel' | 'date'; readonly text: string }
  | { readonly kind: 'url'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'ticked'; readonly isTicked: boolean }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'nothing' };

export interface ShownField {
  readonly name: string;
  readonly label: string;
  readonly value: ShownValue;
}

/**
 * This pattern is deliberately strict. Anything that might not be an e-mail address is shown as plain text.
 */
const EMAIL = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]{2,}$/u;
const PHONE = /^[+(]?\d[\d\s()/.-]{4,24}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const NOT_TICKED = ['', 'false', 'off', 'no', '0', 'null'];

/**
 * Returns the declared fields in their declared order, followed by all other fields in the order in which
 * they were received. Files are omitted, because they're shown separately.
 */
export function shownFields(
  payload: Readonly<Record<string, string>>,
  declared: readonly DeclaredField[],
): ShownField[] {
  const known = new Set(declared.map(({ name }) => name));
  return [
    ...declared
      .filter(({ name, type }) => type !== 'file' || payload[name] !== undefined)
      .map(({ name, label, type }) => ({
        name,
        label: label ?? name,
        value: valueOf(payload[name] ?? '', type),
      })),
    ...Object.entries(payload)
      .filter(([name]) => !known.has(name))
      .map(([name, text]) => ({ name, label: name, value: valueOf(text, undefined) })),
  ];
}

/**
 * Interprets the submitted text according to the field's declared type or, if the field isn't declared, the
 * text's format.
 */
export function valueOf(text: string, type: DeclaredField['type'] | undefined): ShownValue {
  if (type === 'checkbox')
    return { kind: 'ticked', isTicked: !NOT_TICKED.includes(text.trim().toLowerCase()) };
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'nothing' };
  const items = listOf(trimmed);
  if (items) return items.length === 0 ? { kind: 'nothing' } : { kind: 'list', items };
  if (type === 'text') return { kind: 'text', text };
  if (EMAIL.test(trimmed)) return { kind: 'email', text: trimmed };
  const href = webAddress(trimmed);
  if (href !== undefined) return { kind: 'url', text: trimmed, href };
  if (type === 'tel' && PHONE.test(trimmed)) return { kind: 'tel', text: trimmed };
  if (type === 'date' && DATE.test(trimmed) && !Number.isNaN(Date.parse(trimmed)))
    return { kind: 'date', text: trimmed };
  if (type === 'number') return { kind: 'number', text: trimmed };
  if (type === 'choice' || type === 'choices') return { kind: 'list', items: [trimmed] };
  const json = objectText(trimmed);
  return json === undefined ? { kind: 'text', text } : { kind: 'json', text: json };
}

/**
 * Returns all values of a field that was submitted several times, or undefined if the field has only one
 * value.
 */
export function listOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  const parsed = parsedJson(text);
  const isList =
    Array.isArray(parsed) && parsed.every((each) => ['string', 'number', 'boolean'].includes(typeof each));
  return isList ? parsed.map(String) : undefined;
}

function objectText(text: string): string | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const parsed = parsedJson(text);
  return typeof parsed === 'object' && parsed !== null ? JSON.stringify(parsed, null, 2) : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the normalized URL if the text is an http or https URL, or undefined otherwise. Submitted text can
 * also contain `javascript:` URLs, which must not become links.
 */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // Reject credentials before the `@`, because they can make a URL seem to belong to a different host.
  return url.username === '' && url.password === '' ? url.href : undefined;
}

export interface TextPart {
  readonly text: string;
  /** URL to open. Set only if this part of the text is a URL. */
  readonly href?: string;
}

/** Splits text into plain text and URLs. Punctuation after a URL remains plain text. */
export function textParts(text: string): TextPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'»”])/giu)
    .filter((part) => part !== '')
    .map((part) => {
      const href = webAddress(part);
      return href === undefined ? { text: part } : { text: part, href };
    });
}

/** Field names that usually contain the sender's e-mail address, most reliable first. */
const ADDRESS_FIELDS = ['replyto', 'email', 'emailaddress', 'youremail', 'mail', 'correo', 'почта'];
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the sender's e-mail address, or undefined if the submission doesn't contain one. */
export function replyAddress(
  payload: Readonly<Record<string, string>>,
  declared: readonly Pick<DeclaredField, 'name' | 'type'>[],
): string | undefined {
  const ofType = declared.filter(({ type }) => type === 'email').map(({ name }) => plain(name));
  for (const wanted of [...ADDRESS_FIELDS, ...ofType]) {
    for (const [name, value] of Object.entries(payload)) {
      if (plain(name) === wanted && EMAIL.test(value.trim())) return value.trim();
    }
  }
  return undefined;
}

const MAX_QUOTED = 1000;

/** Returns a `mailto:` link for a reply, with the address, the subject and the quoted message. */
export function replyLink(address: string, { subject, quoted }: { subject: string; quoted: string }): string {
  const text = quoted.length > MAX_QUOTED ? `${quoted.slice(0, MAX_QUOTED)} …` : quoted;
  const quote = text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n');
  const body = text === '' ? '' : `&body=${encodeURIComponent(`\r\n\r\n${quote}`)}`;
  // Encode the address, because its local part can contain a question mark, which would start the query.
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}${body}`;
}

/** Returns the longest submitted text, which is probably the message to reply to. */
export function longestText(fields: readonly ShownField[]): string {
  const texts = fields.map(({ value }) => (value.kind === 'text' ? value.text.trim() : ''));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
