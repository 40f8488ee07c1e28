/** Checks that submissions with the same idempotency key are stored only once. */
import { randomUUID } from 'node:crypto';
import { expectThat } from '../smoke-errors.ts';
import { jsonOf, submissionPage, takenAnswer } from '../smoke-answers.ts';
import type { SmokeStep } from '../smoke-step.ts';

const AT_ONCE = 5;

export const idempotency: SmokeStep = {
  name: 'idempotency',
  description: 'submissions with the same idempotency key, at the same time and later',
  async run({ client, newForm, proved }) {
    const form = await newForm('idempotency');
    const headers = { 'idempotency-key': randomUUID() };
    const post = async (message: string) => {
      const body = new URLSearchParams({ message });
      const answer = await client.open('POST', `/v1/f/${form.slug}`, { body, headers, expect: [200, 201] });
      return { ...jsonOf(answer.body, takenAnswer), code: answer.status };
    };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => post(`Post ${index}`)));
    const created = answers.filter(({ code }) => code === 201);
    expectThat(created.length === 1, `${created.length} of ${AT_ONCE} posts with one key returned 201.`);
    answers.push(await post('Another body'));
    const id = created[0]?.id;
    const areReplays = answers.every(
      (each) => each.id === id && (each.code === 201 || each.idempotent_replay),
    );
    expectThat(areReplays, 'Not all repeated posts returned the first submission as a replay.');
    const { data } = await client.manage(
      'GET',
      `/v1/forms/${form.id}/submissions`,
      { expect: 200 },
      submissionPage,
    );
    expectThat(data.length === 1, `${data.length} submissions were stored instead of one.`);
    proved(`${answers.length} posts with one key are stored once`);
  },
};
