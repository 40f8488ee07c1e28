/** Tests form submissions with large files, which only stages with `largePosts` accept. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { checkStreamed, isFromGateway, multipartFile, streamedPost } from '../streamed-post.ts';
import { reasonOf } from '../service-client.ts';
import { expectThat, StepSkipped } from '../smoke-errors.ts';
import { jsonOf, problemAnswer, takenAnswer } from '../smoke-answers.ts';
import type { Smoke, SmokeForm, SmokeStep } from '../smoke-step.ts';
import { expectFile } from './files.ts';

const PIECE = 256 * 1024;
const MEGABYTE = 1_048_576;
const SLOW_BYTES = 20 * MEGABYTE;

export const largePost: SmokeStep = {
  name: 'large-post',
  description: 'a file as large as the plan allows in one post, and one that is larger',
  async run(smoke) {
    const limit = limitOf(smoke);
    const form = await smoke.newForm('large post');
    const bytes = randomBytes(limit);
    const taken = await postFile(smoke, form, bytes, 201);
    await expectFile(smoke, jsonOf(taken.body, takenAnswer).id, bytes);
    smoke.proved(`a file of ${limit} bytes is posted at once and downloaded unchanged`);
    const refused = await postFile(smoke, form, randomBytes(limit + 1), 413);
    const { code } = jsonOf(refused.body, problemAnswer);
    expectThat(code === 'file-too-large', `A larger file is refused with "${code}".`);
    smoke.proved('a file that is one byte larger is refused after it was sent');
  },
};

export const slowPost: SmokeStep = {
  name: 'slow-post',
  description: 'an upload that takes five minutes',
  isSlow: true,
  async run(smoke) {
    const bytes = randomBytes(Math.min(limitOf(smoke), SLOW_BYTES));
    const form = await smoke.newForm('slow post');
    const pieces = Math.ceil(bytes.length / PIECE);
    const taken = await postFile(smoke, form, bytes, 201, (smoke.slowSeconds * 1000) / pieces);
    await expectFile(smoke, jsonOf(taken.body, takenAnswer).id, bytes);
    smoke.proved(`an upload of ${smoke.slowSeconds} s is accepted`);
  },
};

function limitOf({ account }: Smoke): number {
  if (account.maxFileBytes === undefined) throw new StepSkipped(`the plan "${account.plan}" has no files`);
  return account.maxFileBytes;
}

/** Submits a file in pieces, pausing after each one. The pause is in milliseconds. */
async function postFile(
  { baseUrl, contract, measure, signal }: Smoke,
  { slug }: SmokeForm,
  bytes: Buffer,
  expected: number,
  pauseBetween = 0,
) {
  const { headers, body } = multipartFile('film', 'film.bin', bytes);
  async function* pieces() {
    for (let start = 0; start < body.length; start += PIECE) {
      yield body.subarray(start, start + PIECE);
      if (pauseBetween > 0) await pause(pauseBetween, undefined, { signal });
    }
  }
  const started = performance.now();
  const url = `${baseUrl}/v1/f/${slug}`;
  const answer = await streamedPost(url, { headers, pieces: pieces(), signal });
  const milliseconds = performance.now() - started;
  if (isFromGateway(answer) && answer.status === 413)
    throw new StepSkipped('the stage does not accept large posts (setting "largePosts")');
  expectThat(answer.status === expected, `The request returned ${reasonOf(answer)}, expected ${expected}.`);
  checkStreamed(contract, url, String(headers['content-type']), answer);
  measure(milliseconds);
  return answer;
}
