/** Where files are in the bucket: everything of a form, and everything of a submission, is under one prefix. */
import type { Upload } from './upload.ts';

export function attachmentKey(
  of: { readonly form_id: string; readonly submission_id: string },
  fileId: string,
): string {
  return `${of.form_id}/${of.submission_id}/${fileId}`;
}

/** Apart from everything that is kept: the bucket deletes what is a day old under it. */
export function uploadKey({ form_id, upload_id }: Pick<Upload, 'form_id' | 'upload_id'>): string {
  return `uploads/${form_id}/${upload_id}`;
}

/** Under which all files of a form are, those on their way included. */
export function prefixesOfForm(formId: string): string[] {
  return [`${formId}/`, `uploads/${formId}/`];
}
