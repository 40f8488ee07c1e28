/** The files of a post: which are accepted, and where they are stored. */
import type { Attachment } from '../files/attachment.ts';
import { epochSeconds } from '../core/clock.ts';
import { BodyTooLarge, FileTooLarge, UploadsNotAllowed } from '../core/errors.ts';
import { newFileId } from '../core/ids.ts';
import type { Plan } from '../accounts/plans.ts';
import { MAX_FILES, type FormFile } from '../http/body/form-body.ts';
import type { RandomBytes } from '../core/random.ts';
import { message } from '../core/message.ts';
import { uploadIdsOf, uploadRefused, type Upload } from '../files/upload.ts';
import type { IncomingFile, IngestFileStore } from '../files/incoming-file.ts';

/**
 * The files of a post, after every check that needs nothing stored.
 * @throws UploadsNotAllowed, FileTooLarge, BodyTooLarge for more than ten
 * @throws ValidationFailed for an upload that is missing, used, or of another size than announced
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

/** Checks a file against the plan (docs/specification.md, "Plans"). @throws UploadsNotAllowed, FileTooLarge */
export function assertFileAllowed({ name, size }: { name: string; size: number }, plan: Plan): void {
  assertUploadsAllowed(plan);
  if (size > plan.max_file_bytes) throw new FileTooLarge(name, plan.max_file_bytes);
}

function assertUploadsAllowed({ max_file_bytes }: Plan): void {
  if (max_file_bytes === 0) throw new UploadsNotAllowed();
}

/** Checks what was uploaded against what was announced and the plan of today: the bucket enforces neither. */
async function usableUpload(
  id: string,
  uploads: readonly Upload[],
  { plan, now, findUploaded }: { plan: Plan; now: number } & Pick<IngestFileStore, 'findUploaded'>,
): Promise<{ upload: Upload; version: string }> {
  const upload = uploads.find(({ upload_id }) => upload_id === id);
  if (!upload || upload.expires_at <= epochSeconds(now))
    throw uploadRefused(`${id} is unknown, expired, used before or of another form`);
  const uploaded = await findUploaded(upload);
  if (!uploaded) throw uploadRefused(`nothing was posted for ${id} yet`);
  assertFileAllowed({ name: upload.name, size: uploaded.size }, plan);
  if (uploaded.size !== upload.size)
    throw uploadRefused(`${id} has ${uploaded.size} bytes, and ${upload.size} were announced`);
  return { upload, version: uploaded.version };
}
