/** Parse step: reads a submitted form's body and separates the visitor's fields from control fields. */
import { UPLOADS_FIELD } from '../../files/upload.ts';
import type { NotificationSettings } from '../../forms/conventions/notification-settings.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { FileBuffer } from '../../http/body/file-buffer.ts';
import type { FormFile } from '../../http/body/form-body.ts';
import { readForm, type EncodedBody, type ParsedBody } from '../../http/body/read-form.ts';
import { scriptReport, type ScriptReport } from '../../spam/script-report.ts';
import { withoutControlFields, type Payload } from '../../core/payload.ts';
import { CHALLENGE_FIELD, controlFieldsOf, SOLUTION_FIELD } from '../../forms/control-fields.ts';
import type { PostingPage } from '../conventions/allowed-redirect.ts';
import { filledHoneypot, postedNotification, postedRedirect } from '../conventions/posted-settings.ts';
import { fieldsWithFileNames } from '../files/file-names.ts';

export interface ParsedPost {
  /** The visitor's fields, without control fields. */
  readonly payload: Payload;
  readonly files: readonly FormFile[];
  /** Name of a honeypot field that was filled in, if there is one. */
  readonly honeypot: string | undefined;
  /** Ids of files that were uploaded before the form was submitted, exactly as sent. */
  readonly uploads: string | undefined;
  readonly challengeToken: string | undefined;
  /** Solution of the service's own challenge, exactly as sent. */
  readonly solution: string | undefined;
  readonly script: ScriptReport;
  /** Absolute URL that the form requests as its redirect, if it is allowed. */
  readonly redirect: string | undefined;
  readonly notification: NotificationSettings | undefined;
  /** Names of fields that contain a file name, in a form submission that can't contain files. */
  readonly fileNames: readonly string[];
}

export interface ParseConfig {
  readonly fileBuffer: FileBuffer;
}

/**
 * Parses a form submission.
 * @param maxFileBytes the plan's limit; the content of larger files is discarded
 * @throws any error from `readForm`
 */
export async function parsePost(
  body: EncodedBody | ParsedBody,
  { form, page, maxFileBytes }: { form: IngestForm; page: PostingPage; maxFileBytes: number },
  { fileBuffer }: ParseConfig,
): Promise<ParsedPost> {
  const { payload: posted, files } = await readForm(body, { fileBuffer, maxFileBytes });
  const payload = withoutControlFields(posted, controlFieldsOf(form));
  return {
    payload,
    files,
    honeypot: filledHoneypot(form, posted),
    uploads: posted.get(UPLOADS_FIELD),
    challengeToken: posted.get(CHALLENGE_FIELD),
    solution: posted.get(SOLUTION_FIELD),
    script: scriptReport(posted),
    redirect: postedRedirect(form, posted, page),
    notification: postedNotification(form, posted),
    fileNames: isUrlencoded(body) ? fieldsWithFileNames(payload) : [],
  };
}

function isUrlencoded(body: EncodedBody | ParsedBody): boolean {
  return (
    'contentType' in body && /^application\/x-www-form-urlencoded\b/i.test(body.contentType?.trim() ?? '')
  );
}
