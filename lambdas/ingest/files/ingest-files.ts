/** Decides which submitted files are accepted, and stores them. */
import type { Attachment } from '../../files/attachment.ts';
import { epochSeconds } from '../../core/clock.ts';
import { BodyTooLarge, FileTooLarge, UploadsNotAllowed } from '../../core/errors/errors.ts';
import { newFileId } from '../../core/ids.ts';
import type { Plan } from '../../accounts/plans.ts';
import { MAX_FILES, type FormFile } from '../../http/body/form-body.ts';
import type { RandomBytes } from '../../core/random.ts';
import { message } from '../../core/errors/message.ts';
import { uploadIdsOf, uploadRefused, type Upload } from '../../files/upload.ts';
import type { IncomingFile, IngestFileStore } from '../../files/incoming-file.ts';

/**
 * Checks the submitted files and uploads, and returns them.
 * @throws UploadsNotAllowed, FileTooLarge, BodyTooLarge for more than ten files
 * @throws ValidationFailed if an upload is missing, already used, or not of the declared size
 */
export async function acceptFiles(
  posted: readonly FormFile[],
  uploadsField: string | undefined,
  context: { formId: string; plan: Plan; now: number; random: RandomBytes },
  files: Pick<IngestFileStore, 'findUploads' | 'findUploaded'>,
): Promise<IncomingFile[]> {
  const ids = uploadIdsOf(uploadsField);
  if (posted.length + ids.length > MAX_FILES)
    throw new BodyTooLarge(message('too-many-files', { limit: MAX_FILES }));
  if (ids.length > 0) assertUploadsAllowed(context.plan);
  for (const file of posted) assertFileAllowed(file, context.plan);

  const uploads = ids.length > 0 ? await files.findUploads(context.formId, ids) : [];
  const found = await Promise.all(
    ids.map((id) => usableUpload(id, uploads, { ...context, findUploaded: files.findUploaded })),
  );
  const attachmentOf = ({ field, name, content_type, size }: FormFile | Upload): Attachment => ({
    file_id: newFileId(context.random),
    field,
    name,
    content_type,
    size,
  });
  return [
    ...posted.map((file) => ({ attachment: attachmentOf(file), posted: file })),
    ...found.map(({ upload, version }) => ({ attachment: attachmentOf(upload), upload, version })),
  ];
}

/**
 * Checks a file against the plan's limits (docs/specification.md, "Plans").
 * @throws UploadsNotAllowed, FileTooLarge
 */
export function assertFileAllowed({ name, size }: { name: string; size: number }, plan: Plan): void {
  assertUploadsAllowed(plan);
  if (size > plan.max_file_bytes) throw new FileTooLarge(name, plan.max_file_bytes);
}

function assertUploadsAllowed({ max_file_bytes }: Plan): void {
  if (max_file_bytes === 0) throw new UploadsNotAllowed();
}

/**
 * Checks an upload against its declared properties and the current plan because the bucket doesn't enforce
 * them.
 */
async function usableUpload(
  id: string,
  uploads: readonly Upload[],
  { plan, now, findUploaded }: { plan: Plan; now: number } & Pick<IngestFileStore, 'findUploaded'>,
): Promise<{ upload: Upload; version: string }> {
  const upload = uploads.find(({ upload_id }) => upload_id === id);
  if (!upload || upload.expires_at <= epochSeconds(now))
    throw uploadRefused(`${id} is unknown, expired, already used or belongs to another form`);
  const uploaded = await findUploaded(upload);
  if (!uploaded) throw uploadRefused(`${id} has no file yet; upload it before you submit the form`);
  assertFileAllowed({ name: upload.name, size: uploaded.size }, plan);
  if (uploaded.size !== upload.size)
    throw uploadRefused(`${id} is ${uploaded.size} bytes long, but ${upload.size} bytes were declared`);
  return { upload, version: uploaded.version };
}
