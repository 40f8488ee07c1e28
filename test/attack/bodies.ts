/**
 * Sends bodies that are disproportionately expensive to parse, and bodies with so many errors that the
 * response could become too large.
 */
import { hostileBodies } from '../support/samples/hostile-bodies.ts';
import type { Target } from './target.ts';

const SMALL = 180_000;

/** Expected response statuses. A submission can be accepted, unreadable, too long or invalid. */
const ANSWERS = [200, 201, 400, 413, 422];

export async function attackBodies(target: Target): Promise<void> {
  for (const { name, contentType, make } of hostileBodies) {
    const form = await target.form();
    const headers = { 'content-type': contentType };
    const send = (factor: number) => ({
      path: `/v1/f/${form.slug}`,
      headers,
      body: make(factor * SMALL),
    });
    await target.grows(name, send, ANSWERS, form);
  }
}

export async function attackOauth(target: Target): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/oauth/token', '/oauth/revoke'])
    for (const unit of ['a&', '&', '%', '+', 'a=1&'])
      await target.grows(
        `${path}: ${unit} repeated`,
        (factor) => ({ path, headers, body: Buffer.from(unit.repeat((factor * SMALL) / unit.length)) }),
        [413],
      );
}

/** Returns a JSON object with unknown properties. With eight times the count, the object is 3 MB. */
const unknownMembers = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_, i) => `"m${i}":0`).join(',')}}`);

export async function attackErrorLists(target: Target): Promise<void> {
  const form = await target.form();
  const keyed = { authorization: `Bearer ${target.service.outputs.management_key}` };
  const operations = [
    ['POST', '/v1/forms'],
    ['PATCH', `/v1/forms/${form.id}`],
    ['POST', `/v1/f/${form.slug}/uploads`],
    ['POST', '/de/api'],
  ] as const;
  for (const [method, path] of operations) {
    const headers = { 'content-type': 'application/json', ...keyed };
    const send = (body: Buffer) => ({ method, path, headers, body });
    await target.grows(
      `${method} ${path.replace(form.id, '{id}').replace(form.slug, '{slug}')}: unknown members`,
      (factor) => send(unknownMembers(factor * 37_500)),
      [413, 422],
    );
  }
}
