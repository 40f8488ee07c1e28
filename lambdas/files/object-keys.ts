/**
 * Builds the keys of files in the bucket. A form's submitted files share a prefix, as do the files of each
 * submission.
 */
import type { Upload } from './upload.ts';

export function attachmentKey(
  of: { readonly form_id: string; readonly submission_id: string },
  fileId: string,
): string {
  return `${of.form_id}/${of.submission_id}/${fileId}`;
}

/**
 * Returns the S3 key of an uploaded file. The prefix `uploads/` is for files that aren't part of a submission
 * yet. The bucket deletes them after a day.
 */
export function uploadKey({ form_id, upload_id }: Pick<Upload, 'form_id' | 'upload_id'>): string {
  return `uploads/${form_id}/${upload_id}`;
}

/** Returns the prefixes of a form's files, including uploads and the files of imports. */
export function prefixesOfForm(formId: string): string[] {
  return [`${formId}/`, `uploads/${formId}/`, `imports/${formId}/`];
}
