/** Keys of files in the bucket: all files of a form, and all of a submission, have one prefix. */
import type { Upload } from './upload.ts';

export function attachmentKey(
  of: { readonly form_id: string; readonly submission_id: string },
  fileId: string,
): string {
  return `${of.form_id}/${of.submission_id}/${fileId}`;
}

/** The prefix `uploads/` is for files that wait for their submission: the bucket deletes them after a day. */
export function uploadKey({ form_id, upload_id }: Pick<Upload, 'form_id' | 'upload_id'>): string {
  return `uploads/${form_id}/${upload_id}`;
}

/** The prefixes of all files of a form, uploads included. */
export function prefixesOfForm(formId: string): string[] {
  return [`${formId}/`, `uploads/${formId}/`];
}
