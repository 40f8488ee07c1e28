/**
 * Reads settings from a submitted form's control fields, if the form's convention allows them. Anyone can
 * copy or change a form's HTML, so control fields can't set a recipient, a webhook or an autoresponse, or
 * turn off a check.
 */
import { choicesOf, singleLine } from '../../core/text/text.ts';
import { emailAddress, withAsciiDomain } from '../../core/text/email-address.ts';
import { conventionOf, isConventionHoneypot, type Convention } from '../../forms/conventions/convention.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { NotificationSettings } from '../../forms/conventions/notification-settings.ts';
import { findPostedField } from '../../http/body/posted-field.ts';
import type { EncodedBody, ParsedBody } from '../../http/body/read-form.ts';
import type { Payload } from '../../core/payload.ts';
import { isFilled } from '../honeypot.ts';
import { allowedRedirect, type PostingPage } from './allowed-redirect.ts';

const MAX_LINE_LENGTH = 200;
/** Maximum number of Cc addresses. Equals the maximum number of recipients per form. */
const MAX_READERS = 20;

/**
 * Returns the name of the first honeypot field that was filled in, or undefined if all are empty. Checks the
 * form's honeypot and its convention's honeypots.
 */
export function filledHoneypot(
  form: Pick<IngestForm, 'honeypot_field' | 'conventions'>,
  payload: Payload,
): string | undefined {
  if (isFilled(payload.get(form.honeypot_field))) return form.honeypot_field;
  const convention = conventionOf(form.conventions);
  if (!convention) return undefined;
  return [...payload.keys()].find(
    (name) => isConventionHoneypot(name, convention) && isFilled(payload.get(name)),
  );
}

type RedirectingForm = Pick<IngestForm, 'conventions' | 'allowed_origins' | 'redirect_url'>;

/** Returns the redirect URL that a submitted form requests, if it is allowed. */
export function postedRedirect(
  form: RedirectingForm,
  payload: Payload,
  page: PostingPage,
): string | undefined {
  return allowedRedirect(valueOf(payload, conventionOf(form.conventions)?.redirect), form, page);
}

/** Returns the allowed redirect URL of a request whose body hasn't been read, for example a replay. */
export async function redirectOfUnread(
  form: RedirectingForm,
  body: EncodedBody | ParsedBody,
  page: PostingPage,
): Promise<string | undefined> {
  const name = conventionOf(form.conventions)?.redirect;
  if (name === undefined || 'members' in body) return undefined;
  return allowedRedirect(await findPostedField(body, name), form, page);
}

/** Returns a submitted form's notification settings, or undefined if it has none. */
export function postedNotification(
  form: Pick<IngestForm, 'conventions'>,
  payload: Payload,
): NotificationSettings | undefined {
  const convention = conventionOf(form.conventions);
  if (!convention) return undefined;
  const subject = lineOf(payload, convention.subject);
  const from_name = lineOf(payload, convention.fromName);
  const reply_to = replyToOf(payload, convention);
  const cc = addressesOf(payload.get(convention.cc ?? ''));
  const settings = {
    ...(subject !== undefined && { subject }),
    ...(from_name !== undefined && { from_name }),
    ...(reply_to !== undefined && { reply_to }),
    ...(cc.length > 0 && { cc }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** Returns a field's value, or undefined unless the field occurs exactly once. */
function valueOf(payload: Payload, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : payload.get(name);
  return value === undefined || choicesOf(value) ? undefined : value.trim();
}

/**
 * Returns a field's value as a single line. Truncates long values because mail clients show only the
 * beginning of a subject or name.
 */
function lineOf(payload: Payload, name: string | undefined): string | undefined {
  const value = valueOf(payload, name) ?? '';
  const line = singleLine(value, MAX_LINE_LENGTH);
  // The ellipsis must also fit within the limit.
  return (line.length > MAX_LINE_LENGTH ? singleLine(value, MAX_LINE_LENGTH - 1) : line) || undefined;
}

function replyToOf(payload: Payload, { replyTo, isReplyToField }: Convention): string | undefined {
  for (const name of replyTo) {
    const value = valueOf(payload, name);
    if (value === undefined) continue;
    const named = isReplyToField ? valueOf(payload, value) : undefined;
    for (const candidate of [value, named]) {
      const address = addressIn(candidate);
      if (address !== undefined) return address;
    }
  }
  return undefined;
}

function addressIn(text: string | undefined): string | undefined {
  const address = withAsciiDomain((text ?? '').trim());
  return emailAddress.safeParse(address).success ? address : undefined;
}

/**
 * Returns addresses that are separated by commas or semicolons, or that are in several fields with the same
 * name.
 */
function addressesOf(value: string | undefined): string[] {
  if (value === undefined) return [];
  const written = (choicesOf(value) ?? [value]).flatMap((each) => each.split(/[,;]/));
  const addresses = written.map(addressIn).filter((address) => address !== undefined);
  return [...new Set(addresses)].slice(0, MAX_READERS);
}
