/** The files of a post: whether they may come in, and their way into the bucket. */
import type { Attachment } from '../files/attachment.ts';
import { epochSeconds } from '../core/clock.ts';
import { BodyTooLarge, FileTooLarge, UploadsNotAllowed } from '../core/errors.ts';
import { newFileId } from '../core/ids.ts';
import type { Plan } from '../accounts/plans.ts';
import { MAX_FILES, type FormFile } from './form-body.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Submission } from '../submissions/submission.ts';
import { message } from '../i18n/message.ts';
import { uploadIdsOf, uploadRefused, type Upload } from '../files/upload.ts';

/** A file that came with the post and may come in. */
export interface FormFileAttachment {
  readonly attachment: Attachment;
  readonly posted: FormFile;
}

/** A file that was posted to the bucket before and may come in. */
export interface UploadedAttachment {
  readonly attachment: Attachment;
  readonly upload: Upload;
  /** Of what was looked at; it may be posted again until it is taken. */
  readonly version: string;
}

export type IncomingFile = FormFileAttachment | UploadedAttachment;

export interface IngestFileStore {
  /** The form's uploads under these ids; one that is unknown, used or of another form is missing. */
  findUploads(formId: string, uploadIds: readonly string[]): Promise<Upload[]>;
  /** What was posted for an upload; undefined when nothing was. */
  findUploaded(upload: Upload): Promise<{ size: number; version: string } | undefined>;
  /**
   * Notes that files of this submission are about to be kept. If it is never stored, and nobody drops them either,
   * they are found by this note.
   */
  announce(submission: Submission): Promise<void>;
  /** Puts the bytes under the submission. @throws Unavailable, ValidationFailed when an upload was changed */
  keep(submission: Submission, files: readonly IncomingFile[]): Promise<void>;
  /** Removes what `keep` put. What cannot be removed now is found by the note. */
  drop(submission: Submission): Promise<void>;
}

/**
 * The files that come with a post, after all that can be said against them without storing anything.
 * @throws UploadsNotAllowed, FileTooLarge, BodyTooLarge for more than ten
 * @throws ValidationFailed for an upload that is not there, is used, or is not what was announced
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
    ...{ field, name, content_type, size },
  });
  return [
    ...posted.map((file) => ({ attachment: attachmentOf(file), posted: file })),
    ...found.map(({ upload, version }) => ({ attachment: attachmentOf(upload), upload, version })),
  ];
}

/** Whether a file of this size may come in (specification, "Limits"). */
export function assertFileAllowed({ name, size }: { name: string; size: number }, plan: Plan): void {
  assertUploadsAllowed(plan);
  if (size > plan.max_file_bytes) throw new FileTooLarge(name, plan.max_file_bytes);
}

function assertUploadsAllowed({ max_file_bytes }: Plan): void {
  if (max_file_bytes === 0) throw new UploadsNotAllowed();
}

/** The bucket holds no policy to us: what was posted is measured against what was announced and the plan of now. */
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
