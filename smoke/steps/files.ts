/**
 * Tests files: submitting them with a form, uploading them before the form is submitted, downloading them,
 * and rejecting files that are too large.
 */
import { randomBytes } from 'node:crypto';
import type { Smoke, SmokeStep } from '../smoke-step.ts';
import { expectThat, StepSkipped } from '../smoke-errors.ts';
import { jsonOf, problemAnswer, submissionAnswer, takenAnswer, uploadAnswer } from '../smoke-answers.ts';

const BYTES = 64 * 1024;

export const files: SmokeStep = {
  name: 'files',
  description: 'files in a submission and uploaded before it, downloads, and files that are too large',
  async run(smoke) {
    const { client, account, newForm, signal, proved } = smoke;
    const { maxFileBytes } = account;
    if (maxFileBytes === undefined) throw new StepSkipped(`the plan "${account.plan}" has no files`);
    const form = await newForm('files');
    const post = `/v1/f/${form.slug}`;

    const posted = randomBytes(BYTES);
    const multipart = new FormData();
    multipart.append('message', 'With a file');
    multipart.append('report', new Blob([posted], { type: 'application/octet-stream' }), 'report.bin');
    const taken = await client.open('POST', post, { body: multipart, expect: 201 });
    await expectFile(smoke, jsonOf(taken.body, takenAnswer).id, posted);
    proved(`a posted file of ${BYTES} bytes is downloaded unchanged`);

    const uploaded = randomBytes(BYTES);
    const announce = (size: number, expect: number) =>
      client.open('POST', `${post}/uploads`, { json: { field: 'report', name: 'report.bin', size }, expect });
    const upload = jsonOf((await announce(BYTES, 201)).body, uploadAnswer);
    const send = async (bytes: Buffer<ArrayBuffer>) => {
      const parts = new FormData();
      for (const [name, value] of Object.entries(upload.fields)) parts.append(name, value);
      parts.append('file', new Blob([bytes]));
      const response = await fetch(upload.url, { method: 'POST', body: parts, signal });
      await response.body?.cancel();
      return response;
    };
    const tooLong = await send(randomBytes(BYTES + 1));
    expectThat(
      tooLong.status >= 400 && tooLong.status < 500,
      `The bucket returned ${tooLong.status} for a file that is larger than announced.`,
    );
    proved('the bucket refuses a file that is larger than announced');
    const { status } = await send(uploaded);
    expectThat(status >= 200 && status < 300, `The bucket returned ${status} for an upload.`);
    const used = await client.open('POST', post, {
      body: new URLSearchParams({ message: 'Uploaded before', _uploads: upload.upload_id }),
      expect: 201,
    });
    await expectFile(smoke, jsonOf(used.body, takenAnswer).id, uploaded);
    proved('a file uploaded before the form is downloaded unchanged');

    const refused = await announce(maxFileBytes + 1, 413);
    const { code } = jsonOf(refused.body, problemAnswer);
    expectThat(code === 'file-too-large', `A file above the plan's limit is refused with "${code}".`);
    proved(`a file above ${maxFileBytes} bytes is refused`);
  },
};

/** Checks that the submission has one file, and that its download link returns these bytes. */
export async function expectFile(
  { client, signal }: Pick<Smoke, 'client' | 'signal'>,
  submissionId: string,
  bytes: Buffer,
): Promise<void> {
  const { attachments } = await client.manage(
    'GET',
    `/v1/submissions/${submissionId}`,
    { expect: 200 },
    submissionAnswer,
  );
  const [file] = attachments;
  expectThat(
    attachments.length === 1 && file !== undefined,
    `The submission has ${attachments.length} files.`,
  );
  expectThat(file.size === bytes.length, `The file is ${file.size} bytes long instead of ${bytes.length}.`);
  const { pathname, search } = new URL(file.url);
  const link = await client.open('GET', `${pathname}${search}`, { expect: 302 });
  const download = await fetch(link.headers.get('location') ?? '', { signal });
  const isSame = Buffer.from(await download.arrayBuffer()).equals(bytes);
  expectThat(download.ok && isSame, `The download returned ${download.status} and other bytes than posted.`);
  const disposition = download.headers.get('content-disposition') ?? '';
  expectThat(disposition.startsWith('attachment'), 'The file is not sent as a download.');
}
