/** Checks that the service responds and publishes its OpenAPI document. */
import * as z from 'zod';
import { expectThat } from '../smoke-errors.ts';
import { jsonOf } from '../smoke-answers.ts';
import type { SmokeStep } from '../smoke-step.ts';

const healthAnswer = z.object({ status: z.string(), version: z.string(), time: z.iso.datetime() });
/** Maximum clock difference, in milliseconds. It allows for an inaccurate clock on the operator's machine. */
const MAX_CLOCK_DIFFERENCE = 60_000;

export const health: SmokeStep = {
  name: 'health',
  description: 'the health check and the OpenAPI documents',
  async run({ client, proved }) {
    const { body } = await client.open('GET', '/v1/health', { expect: 200 });
    const { status, version, time } = jsonOf(body, healthAnswer);
    expectThat(status === 'ok', `The status is "${status}" instead of "ok".`);
    const difference = Math.abs(Date.parse(time) - Date.now());
    expectThat(difference < MAX_CLOCK_DIFFERENCE, `The service's clock says ${time}.`);
    proved(`version ${version} is up`);

    const document = await client.open('GET', '/openapi', { expect: 200 });
    const named = await client.open('GET', '/openapi.json', { expect: 200 });
    const yaml = await client.open('GET', '/openapi.yaml', { expect: 200 });
    expectThat(document.body.equals(named.body), '/openapi and /openapi.json differ.');
    expectThat(/^openapi: /m.test(yaml.body.toString()), '/openapi.yaml is not an OpenAPI document.');
    proved('the OpenAPI document is published as JSON and YAML');
  },
};
