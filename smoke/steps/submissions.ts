/** Checks that submissions in all three content types are stored without changes. */
import { isDeepStrictEqual } from 'node:util';
import { expectThat } from '../smoke-errors.ts';
import { jsonOf, submissionAnswer, submissionPage, takenAnswer } from '../smoke-answers.ts';
import type { SmokeStep } from '../smoke-step.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

export const submissions: SmokeStep = {
  name: 'submissions',
  description: 'a submission of each content type, read back',
  async run({ client, newForm, proved }) {
    const form = await newForm('submissions');
    const multipart = new FormData();
    multipart.append('name', 'Ada');
    multipart.append('message', 'Grüße 🙂');
    const posts = [
      {
        type: 'urlencoded',
        call: { body: new URLSearchParams({ name: 'Ada', message: 'Grüße 🙂' }) },
        payload: { name: 'Ada', message: 'Grüße 🙂' },
      },
      { type: 'multipart', call: { body: multipart }, payload: { name: 'Ada', message: 'Grüße 🙂' } },
      {
        type: 'JSON',
        call: { body: JSON.stringify({ name: 'Ada', age: 36, tags: ['x'] }), headers: JSON_TYPE },
        // The service stores values that aren't strings as JSON.
        payload: { name: 'Ada', age: '36', tags: '["x"]' },
      },
    ];
    const ids: string[] = [];
    for (const { type, call, payload } of posts) {
      const { body } = await client.open('POST', `/v1/f/${form.slug}`, { ...call, expect: 201 });
      const { id } = jsonOf(body, takenAnswer);
      const stored = await client.manage('GET', `/v1/submissions/${id}`, { expect: 200 }, submissionAnswer);
      const isSame = stored.status === 'received' && isDeepStrictEqual(stored.payload, payload);
      expectThat(
        isSame,
        `The ${type} post was stored as ${JSON.stringify(stored.payload)}, ${stored.status}.`,
      );
      ids.unshift(id);
      proved(`a ${type} post is stored as posted`);
    }
    const list = await client.manage(
      'GET',
      `/v1/forms/${form.id}/submissions`,
      { expect: 200 },
      submissionPage,
    );
    const listed = list.data.map(({ id }) => id);
    expectThat(
      isDeepStrictEqual(listed, ids),
      `The form lists ${listed.join(', ')} instead of ${ids.join(', ')}.`,
    );
    proved('the form lists them, newest first');
  },
};
