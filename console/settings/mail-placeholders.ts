/**
 * Fills `{{field}}` placeholders in e-mail subjects and bodies for previews (docs/specification.md,
 * "E-mails").
 */

/** Field names and values of a submission. */
export type Payload = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
const MAX_LENGTH_IN_SUBJECT = 80;
const MAX_LENGTH_IN_RESPONSE = 200;
/** Matches text that mail programs turn into links. The service's own pattern covers more cases. */
const CLICKABLE = /\S*(?:\/\/|[^\s@]@[^\s@]|[^.\s]\.\p{L}[\p{L}\p{M}])\S*/gu;

const onOneLine = (text: string, longest: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, longest);

function filled(template: string, payload: Payload, shown: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (_, name: string) =>
    shown(payload[name] ?? payload[name.trim()] ?? ''),
  );
}

/** Returns the subject of a notification with its placeholders filled. It can be empty. */
export const filledSubject = (template: string, payload: Payload): string =>
  onOneLine(
    filled(template, payload, (value) => onOneLine(value, MAX_LENGTH_IN_SUBJECT)),
    200,
  );

/**
 * Returns the subject or body of an autoresponse with its placeholders filled. Links are removed from the
 * submitted values.
 */
export const filledResponse = (template: string, payload: Payload): string =>
  filled(template, payload, (value) =>
    onOneLine(value, MAX_LENGTH_IN_RESPONSE).replace(CLICKABLE, '').trim(),
  );

/** Names of fields in which forms ask for a subject, as in the service's `forms/notify-subject.ts`. */
const SUBJECT_FIELDS = ['subject', 'betreff', 'asunto', 'oggetto', 'тема'];

/** Returns the subject that the submitter wrote with the form's name, or an empty text if there is none. */
export function submittedSubject(payload: Payload, formName: string): string {
  const found = Object.entries(payload).find(
    ([name, value]) =>
      SUBJECT_FIELDS.includes(name.toLowerCase().replace(/[^\p{L}]/gu, '')) && value.trim() !== '',
  );
  return found === undefined ? '' : `${onOneLine(found[1], MAX_LENGTH_IN_SUBJECT)} – ${formName}`;
}
