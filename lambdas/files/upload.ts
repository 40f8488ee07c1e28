/**
 * Defines uploads: files that a browser sends to the bucket before it submits the form (`POST
 * /v1/f/:slug/uploads`). The submitted form lists their ids in the control field `_uploads`. Each upload can
 * be used once.
 */
import * as z from 'zod';
import { attachment } from './attachment.ts';
import { DAY, epochSeconds } from '../core/clock.ts';
import { ValidationFailed } from '../core/errors/errors.ts';
import { mediaTypeOf, safeFileName } from '../core/text/file-name.ts';
import { isUploadId, newUploadId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';

export const UPLOADS_FIELD = '_uploads';

/** Body of `POST /v1/f/:slug/uploads`. */
export const uploadInput = z.strictObject({
  field: z.string().min(1).max(200),
  name: z.string().min(1).max(1000),
  /** Can be empty, because browsers send "" for unknown file types. */
  content_type: z.string().max(255).optional(),
  /** Bytes. */
  size: z.int().nonnegative(),
});
export type UploadInput = z.infer<typeof uploadInput>;

/** Response of `POST /v1/f/:slug/uploads`. */
export const uploadView = z.object({
  upload_id: z.string(),
  /**
   * URL for uploading the file as `multipart/form-data`. The request must contain `fields` before the file.
   */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  /**
   * When the URL expires. The form can be submitted with this upload for a day after the upload was
   * requested.
   */
  expires_at: z.string(),
});

/** Schema of a stored upload, which is kept until a submission uses it. */
export const upload = attachment.omit({ file_id: true }).extend({
  form_id: z.string(),
  upload_id: z.string(),
  /** Unix time, in seconds. */
  expires_at: z.int(),
});
export type Upload = z.infer<typeof upload>;

/**
 * Creates an upload. The bucket's lifecycle rule deletes the file, but only after the upload has expired.
 */
export function newUpload(formId: string, input: UploadInput, now: number, random: RandomBytes): Upload {
  return {
    form_id: formId,
    upload_id: newUploadId(random),
    field: input.field,
    name: safeFileName(input.name),
    content_type: mediaTypeOf(input.content_type),
    size: input.size,
    expires_at: epochSeconds(now + DAY),
  };
}

/**
 * Parses the ids in `_uploads`, which can be a JSON array, a repeated field or comma-separated text.
 * @throws ValidationFailed for anything else
 */
export function uploadIdsOf(value: string | undefined): string[] {
  const ids = namesIn(value?.trim() ?? '').flatMap((name) => name.split(','));
  const unique = [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))];
  const wrong = unique.find((id) => !isUploadId(id));
  if (wrong !== undefined) throw uploadRefused(`"${wrong.slice(0, 60)}" is not the ID of an upload`);
  return unique;
}

/**
 * Creates the error for an upload that a submission can't use.
 * @param why reason, which follows the field's name in the message
 */
export function uploadRefused(why: string): ValidationFailed {
  return new ValidationFailed([{ path: UPLOADS_FIELD, message: why }]);
}

const names = z.array(z.string());

function namesIn(value: string): string[] {
  if (!value.startsWith('[')) return [value];
  try {
    return names.parse(JSON.parse(value));
  } catch {
    throw uploadRefused('must be an array of upload IDs');
  }
}
