/**
 * Files that a browser posts to the bucket itself before it submits the form (`POST /v1/f/:slug/uploads`). The form
 * then names them in the control field `_uploads`, each once.
 */
import * as z from 'zod';
import { attachment } from './attachment.ts';
import { DAY, epochSeconds } from '../core/clock.ts';
import { ValidationFailed } from '../core/errors.ts';
import { mediaTypeOf, safeFileName } from '../core/file-name.ts';
import { isUploadId, newUploadId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';

export const UPLOADS_FIELD = '_uploads';

/** Body of `POST /v1/f/:slug/uploads`. */
export const uploadInput = z.strictObject({
  field: z.string().min(1).max(200),
  name: z.string().min(1).max(1000),
  /** A browser does not know the type of every file, and gives "" then. */
  content_type: z.string().max(255).optional(),
  /** Bytes. */
  size: z.int().nonnegative(),
});
export type UploadInput = z.infer<typeof uploadInput>;

/** Response of `POST /v1/f/:slug/uploads`. */
export const uploadView = z.object({
  upload_id: z.string(),
  /** Where to post the file to, as `multipart/form-data` with these fields before it. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  /** Until when. The form may be submitted up to a day after the upload was asked for. */
  expires_at: z.string(),
});

/** An upload as it is stored until a submission takes it. */
export const upload = attachment.omit({ file_id: true }).extend({
  form_id: z.string(),
  upload_id: z.string(),
  /** Epoch seconds. */
  expires_at: z.int(),
});
export type Upload = z.infer<typeof upload>;

/** Makes an upload; the bucket's rule deletes what is posted for it, not before the upload expires. */
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
 * The ids that `_uploads` names: a JSON array of them, the field repeated, or one text with commas between.
 * @throws ValidationFailed for anything else
 */
export function uploadIdsOf(value: string | undefined): string[] {
  const ids = namesIn(value?.trim() ?? '').flatMap((name) => name.split(','));
  const unique = [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))];
  const wrong = unique.find((id) => !isUploadId(id));
  if (wrong !== undefined) throw uploadRefused(`"${wrong.slice(0, 60)}" is not the id of an upload`);
  return unique;
}

/** @param why continues a sentence that begins with the field's name */
export function uploadRefused(why: string): ValidationFailed {
  return new ValidationFailed([{ path: UPLOADS_FIELD, message: why }]);
}

const names = z.array(z.string());

function namesIn(value: string): string[] {
  if (!value.startsWith('[')) return [value];
  try {
    return names.parse(JSON.parse(value));
  } catch {
    throw uploadRefused('must be an array of upload ids');
  }
}
