/** Checks that every operation's route invokes its function, by calling each operation without an API key. */
import * as z from 'zod';
import { inGroups } from '../in-groups.ts';
import { jsonOf } from '../smoke-answers.ts';
import type { SmokeStep } from '../smoke-step.ts';

const documentAnswer = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ security: z.array(z.record(z.string(), z.unknown())) })),
  ),
});
/**
 * Maximum number of parallel requests. The number is low, so that not all functions have a cold start at the
 * same time.
 */
const AT_ONCE = 4;

export const routes: SmokeStep = {
  name: 'routes',
  description: 'the route of every operation that needs a key',
  async run({ client, proved }) {
    const { body } = await client.open('GET', '/openapi', { expect: 200 });
    const operations = Object.entries(jsonOf(body, documentAnswer).paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.length > 0 && security.every(isRequired))
        .map(([method]) => [method.toUpperCase(), path.replace('{locale}', 'de').replace(/\{\w+\}/g, 'x')]),
    );
    await inGroups(operations, AT_ONCE, ([method = '', path = '']) =>
      client.open(method, path, { expect: 401 }),
    );
    proved(`${operations.length} operations refuse callers without a key`);
  },
};

const isRequired = (requirement: object): boolean => Object.keys(requirement).length > 0;
