/** What `{{field}}` in a subject or text becomes, for previews (docs/specification.md, "E-mails"). */

/** A submission's fields. */
export type Payload = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
const LONGEST_IN_SUBJECT = 80;
const LONGEST_IN_RESPONSE = 200;
/** What mail programs make clickable; the service finds more of it. */
const CLICKABLE = /\S*(?:\/\/|[^\s@]@[^\s@]|[^.\s]\.\p{L}[\p{L}\p{M}])\S*/gu;

const onOneLine = (text: string, longest: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, longest);

function filled(template: string, payload: Payload, shown: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (_, name: string) =>
    shown(payload[name] ?? payload[name.trim()] ?? ''),
  );
}

/** The subject of a notification; empty when nothing is left of it. */
export const filledSubject = (template: string, payload: Payload): string =>
  onOneLine(
    filled(template, payload, (value) => onOneLine(value, LONGEST_IN_SUBJECT)),
    200,
  );

/** Subject or text of an autoresponse, which repeats no link that somebody posted. */
export const filledResponse = (template: string, payload: Payload): string =>
  filled(template, payload, (value) => onOneLine(value, LONGEST_IN_RESPONSE).replace(CLICKABLE, '').trim());
