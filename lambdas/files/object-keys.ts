/**
 * Builds the keys of files in the bucket. All files of a form share a prefix, and so do all files of a
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
 * Returns the S3 key of an uploaded file. Files under the prefix `uploads/` belong to forms that haven't been
 * submitted yet. The bucket deletes these files after a day.
 */
export function uploadKey({ form_id, upload_id }: Pick<Upload, 'form_id' | 'upload_id'>): string {
  return `uploads/${form_id}/${upload_id}`;
}

/** Returns the prefixes of a form's files, including uploads and the files of imports. */
export function prefixesOfForm(formId: string): string[] {
  return [`${formId}/`, `uploads/${formId}/`, `imports/${formId}/`];
}
