import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { attachmentStore } from '../../lambdas/files/attachment-store.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { submissionChange } from '../../lambdas/submissions/submission-stream.ts';
import type { DeletedSubmission } from '../../lambdas/submissions/deleted-submission-queue.ts';
import { uploadStore } from '../../lambdas/files/upload-store.ts';
import { uploadChange, type UploadChange } from '../../lambdas/files/upload-stream.ts';
import type { IncomingFile } from '../../lambdas/files/incoming-file.ts';
import { newFileId, newFormId } from '../../lambdas/core/ids.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newSubmission, type Submission } from '../../lambdas/submissions/submission.ts';
import { newUpload } from '../../lambdas/files/upload.ts';
import { makeAccount } from '../support/samples/account-with-forms.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART } from '../support/samples/multipart.ts';
import { streamRecord, submissionRecord } from '../support/aws/stream-record.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const MEGABYTE = 1_048_576;
const SECOND = 1000;

let stores: TestStores;
let buckets: TestBuckets;

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), buckets.stop()]);
});

function stored() {
  const attachments = attachmentStore(buckets.s3, buckets.attachments);
  const uploads = uploadStore(stores.db, stores.tables.uploads);
  const intake = ingestStore(stores, { ...stores.tables, slugs: stores.tables.formSlugs }, defaultPlans, {
    ...uploads,
    ...attachments,
  });
  const submissions = submissionStore(stores.db, stores.tables.submissions);
  return { attachments, uploads, intake, submissions };
}

const incoming = (read: () => Uint8Array | AsyncIterable<Uint8Array>, size: number): IncomingFile => {
  const shown = { field: 'f', name: 'a.bin', content_type: 'application/octet-stream', size };
  return { attachment: { file_id: newFileId(systemRandom), ...shown }, posted: { ...shown, read } };
};

const submissionWith = (...files: IncomingFile[]) =>
  newSubmission(
    { form_id: newFormId(systemRandom), account_id: 'acc_1', retention_days: null },
    {
      status: 'received',
      payload: payloadOfPairs([]),
      attachments: files.map(({ attachment }) => attachment),
    },
    { now: Date.now(), random: systemRandom, spamRetentionDays: 30 },
  );

/** Returns the stream record of a deleted item. */
const removalOf = (formId: string, uploadId: string, fileIds?: readonly string[]): UploadChange => {
  const before = { form_id: formId, upload_id: uploadId, file_ids: fileIds, expires_at: 1 };
  return uploadChange.parse(streamRecord(['form_id', 'upload_id'], { before }));
};
const removedNote = ({ form_id, submission_id, attachments }: Submission): UploadChange =>
  removalOf(
    form_id,
    submission_id,
    attachments.map(({ file_id }) => file_id),
  );

describe('the upload cleanup', () => {
  const cleanUp = async () => {
    // Sets the environment variables that the function needs, including the stores' endpoints.
    handlersOn(stores, { s3: buckets.endpoint });
    const { cleanUpUploads } = await import('../../lambdas/outbox/clean-up-uploads.ts');
    return cleanUpUploads(stored());
  };

  it('deletes the files of a submission that was never stored', async () => {
    const { attachments } = stored();
    const files = [incoming(() => Buffer.from('x'), 1), incoming(() => Buffer.from('y'), 1)];
    const submission = submissionWith(...files);
    await attachments.keep(submission, files);
    const handle = await cleanUp();
    await handle(removedNote(submission));
    await handle(removedNote(submission));
    expect((await buckets.keys(buckets.attachments)).join()).not.toContain(submission.submission_id);
  });

  it('keeps the files of a stored submission', async () => {
    const { attachments, intake } = stored();
    const files = [incoming(() => Buffer.from('x'), 1)];
    const submission = submissionWith(...files);
    await attachments.keep(submission, files);
    await intake.store(submission);
    const handle = await cleanUp();
    await handle(removedNote(submission));
    expect((await buckets.keys(buckets.attachments)).join()).toContain(submission.submission_id);
  });

  it('deletes files that were posted for an upload that no longer exists', async () => {
    const upload = newUpload(
      newFormId(systemRandom),
      { field: 'f', name: 'a', size: 1 },
      Date.now(),
      systemRandom,
    );
    const key = `uploads/${upload.form_id}/${upload.upload_id}`;
    await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.attachments, Key: key, Body: 'x' }));
    const handle = await cleanUp();
    await handle(removalOf(upload.form_id, upload.upload_id));
    expect(await buckets.keys(buckets.attachments)).not.toContain(key);
  });
});

it('deletes the files of a deleted submission when the submission stream reports the deletion', async () => {
  handlersOn(stores, { s3: buckets.endpoint });
  const { requestTraceDeletion } = await import('../../lambdas/outbox/request-trace-deletion.ts');
  const { deleteTraces } = await import('../../lambdas/outbox/delete-traces.ts');
  const { attachments } = stored();
  const files = [incoming(() => Buffer.from('x'), 1), incoming(() => Buffer.from('y'), 1)];
  const submission = submissionWith(...files);
  await attachments.keep(submission, files);

  const messages: DeletedSubmission[] = [];
  const queue = { add: (deleted: DeletedSubmission) => Promise.resolve(void messages.push(deleted)) };
  const change = submissionChange.parse(submissionRecord({ before: submission }));
  if (change.event !== 'REMOVE') throw new Error('not a deletion');
  await requestTraceDeletion(queue)(change);
  const nothing = {
    emails: { remove: () => Promise.resolve() },
    replies: { remove: () => Promise.resolve() },
    webhookSteps: () => ({ forget: () => Promise.resolve(), tell: () => Promise.resolve() }),
  };
  for (const message of [...messages, ...messages]) await deleteTraces({ ...stored(), ...nothing })(message);
  // The second message has no details about the deletion. It repeats the cleanup a minute later.
  expect(messages.map((each) => each.deletion?.reason)).toEqual(['deleted', undefined]);
  expect((await buckets.keys(buckets.attachments)).join()).not.toContain(submission.submission_id);
});

it('stores a 50 MB file from a stream', async () => {
  const { attachments } = stored();
  const piece = Buffer.alloc(MEGABYTE, 'film');
  const big = incoming(() => Readable.from(Array.from({ length: 50 }, () => piece)), 50 * MEGABYTE);
  const submission = submissionWith(big);
  await attachments.keep(submission, [big]);
  const Key = `${submission.form_id}/${submission.submission_id}/${big.attachment.file_id}`;
  const { Body, ContentLength } = await buckets.s3.send(
    new GetObjectCommand({ Bucket: buckets.attachments, Key }),
  );
  expect(ContentLength).toBe(50 * MEGABYTE);
  (Body as Readable).destroy();
});

it('responds with 503 while S3 is down, releases the quota unit, and stores nothing', async () => {
  const call = handlersOn(stores, { s3: 'http://127.0.0.1:1' });
  const account = await makeAccount(stores, call, { quota: 1 });
  const form = await account.makeForm();
  const post = (body: Uint8Array) =>
    call('submitForm', { path: { slug: form.slug }, body, headers: { 'content-type': MULTIPART } });
  const started = performance.now();
  const answer = await post(multipart(file('f', 'a.txt', 'x')));
  expect(performance.now() - started).toBeLessThan(15 * SECOND);
  expect([answer.status, answer.body.type.split('/').at(-1)]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  const { body } = await call('listSubmissions', { key: account.managementKey, path: { id: form.id } });
  expect(body.data).toEqual([]);
  const plain = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  expect(plain.status).toBe(201);
});
