import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { attachmentStore } from '../../lambdas/files/attachment-store.ts';
import { Unavailable, ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import type { IncomingFile } from '../../lambdas/files/incoming-file.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';

const s3 = mockClient(S3Client);
const store = attachmentStore(new S3Client({ region: 'us-east-1' }), 'bucket');
beforeEach(() => s3.reset());
afterAll(() => s3.restore());

const attachmentOf = (file_id: string) => ({
  file_id,
  field: 'f',
  name: 'a.txt',
  content_type: 'text/plain',
  size: 1,
});
const posted = (id: string): IncomingFile => ({
  attachment: attachmentOf(id),
  posted: { ...attachmentOf(id), read: () => Buffer.from('x') },
});
const upload = { ...attachmentOf(''), form_id: 'frm_1', upload_id: 'upl_1', expires_at: 0 };
const uploaded: IncomingFile = { attachment: attachmentOf('file_9'), upload, version: '"etag"' };
const submission = {
  form_id: 'frm_1',
  submission_id: 'sub_1',
  attachments: [attachmentOf('file_1'), attachmentOf('file_2')],
} as unknown as Submission;

const answering = (httpStatusCode: number) =>
  new S3ServiceException({
    name: 'Error',
    $fault: 'client',
    message: '',
    $metadata: { httpStatusCode },
  });

it('finishes only after all files have been written, so that no file appears after the others are removed', async () => {
  let isSecondDone = false;
  s3.on(PutObjectCommand, { Key: 'frm_1/sub_1/file_1' }).rejects(answering(503));
  s3.on(PutObjectCommand, { Key: 'frm_1/sub_1/file_2' }).callsFake(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isSecondDone = true;
  });
  await expect(store.keep(submission, [posted('file_1'), posted('file_2')])).rejects.toThrow(Unavailable);
  expect(isSecondDone).toBe(true);
});

it('copies exactly the bytes of the upload that was inspected', async () => {
  s3.on(CopyObjectCommand).resolves({});
  await store.keep(submission, [uploaded]);
  expect(s3.commandCalls(CopyObjectCommand)[0]!.args[0].input).toMatchObject({
    Key: 'frm_1/sub_1/file_9',
    CopySource: 'bucket/uploads/frm_1/upl_1',
    CopySourceIfMatch: '"etag"',
    MetadataDirective: 'REPLACE',
    ContentType: 'text/plain',
  });
});

it.each([404, 412])('reports an upload as changed if the copy request returns %i', async (status) => {
  s3.on(CopyObjectCommand).rejects(answering(status));
  await expect(store.keep(submission, [uploaded])).rejects.toThrow(ValidationFailed);
});

it.each([403, 404])('treats an upload as missing if S3 returns %i', async (status) => {
  s3.on(HeadObjectCommand).rejects(answering(status));
  expect(await store.findUploaded(upload)).toBeUndefined();
});

it.each([500, 503])("doesn't know whether a file was submitted if S3 returns %i", async (status) => {
  s3.on(HeadObjectCommand).rejects(answering(status));
  await expect(store.findUploaded(upload)).rejects.toThrow(Unavailable);
});

it("removes as many files as possible and doesn't fail if some can't be removed", async () => {
  s3.on(DeleteObjectCommand, { Key: 'frm_1/sub_1/file_1' }).rejects(answering(503));
  s3.on(DeleteObjectCommand, { Key: 'frm_1/sub_1/file_2' }).resolves({});
  await expect(store.drop(submission)).resolves.toBeUndefined();
  expect(s3.commandCalls(DeleteObjectCommand)).toHaveLength(2);
});

it("fails if files couldn't be removed", async () => {
  s3.on(DeleteObjectCommand).rejects(answering(503));
  await expect(store.remove(submission, ['file_1'])).rejects.toThrow(S3ServiceException);
  await expect(store.removeUploaded(upload)).rejects.toThrow(S3ServiceException);
});
