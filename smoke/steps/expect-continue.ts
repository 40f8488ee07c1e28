/** Checks that clients that send `Expect: 100-continue`, such as curl, can submit forms. */
import { checkStreamed, streamedPost } from '../streamed-post.ts';
import { reasonOf } from '../service-client.ts';
import { expectThat } from '../smoke-errors.ts';
import type { SmokeStep } from '../smoke-step.ts';

const CONTENT_TYPE = 'application/x-www-form-urlencoded';

export const expectContinue: SmokeStep = {
  name: 'expect-continue',
  description: 'a post with Expect: 100-continue',
  async run({ baseUrl, contract, newForm, signal, measure, proved }) {
    const form = await newForm('expect');
    const url = `${baseUrl}/v1/f/${form.slug}`;
    const body = Buffer.from('message=Expected');
    const headers = {
      'content-type': CONTENT_TYPE,
      'content-length': body.length,
      accept: 'application/json',
    };
    const post = (more: object) =>
      streamedPost(url, { headers: { ...headers, ...more }, pieces: [body], signal });
    const started = performance.now();
    const first = await post({ expect: '100-continue' });
    // Like curl, send the request again without the header.
    const answer = first.status === 417 ? await post({}) : first;
    expectThat(answer.status === 201, `The request returned ${reasonOf(answer)} instead of 201.`);
    checkStreamed(contract, url, CONTENT_TYPE, answer);
    measure(performance.now() - started);
    const how = first.status === 417 ? 'refused with 417 first' : 'asked for with 100';
    proved(
      `the body is ${first.isContinued || first.status === 417 ? how : 'accepted without being asked for'}`,
    );
  },
};
