/** Defines files accepted with a form submission and the interface of the store that keeps them. */
import type { FormFile } from '../http/body/form-body.ts';
import type { Attachment } from './attachment.ts';
import type { Upload } from './upload.ts';

/** The submission properties that file stores need. */
export interface SubmissionWithFiles {
  readonly form_id: string;
  readonly submission_id: string;
  readonly received_at: string;
  readonly attachments: readonly Attachment[];
}

/** An accepted file from the request body. */
export interface FormFileAttachment {
  readonly attachment: Attachment;
  readonly posted: FormFile;
}

/** An accepted file that was uploaded to the bucket before the form was submitted. */
export interface UploadedAttachment {
  readonly attachment: Attachment;
  readonly upload: Upload;
  /**
   * Version of the S3 object that was checked. The version is needed because clients can replace the object
   * until it is copied.
   */
  readonly version: string;
}

export type IncomingFile = FormFileAttachment | UploadedAttachment;

export interface IngestFileStore {
  /**
   * Returns the form's uploads with these ids. Omits uploads that are unknown, already used or belong to
   * other forms.
   */
  findUploads(formId: string, uploadIds: readonly string[]): Promise<Upload[]>;
  /** Returns the uploaded object, or undefined if there is none. */
  findUploaded(upload: Upload): Promise<{ size: number; version: string } | undefined>;
  /**
   * Records that the files of this submission are about to be stored. If the submission is never stored, the
   * clean-up function uses this record to find and delete the files.
   */
  announce(submission: SubmissionWithFiles): Promise<void>;
  /**
   * Stores the submission's files.
   * @throws Unavailable
   * @throws ValidationFailed when an upload has changed
   */
  keep(submission: SubmissionWithFiles, files: readonly IncomingFile[]): Promise<void>;
  /** Deletes the files stored by `keep`. The clean-up function deletes any files that remain. */
  drop(submission: SubmissionWithFiles): Promise<void>;
}
