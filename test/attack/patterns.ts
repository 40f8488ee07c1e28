/**
 * Sends field patterns that cause catastrophic backtracking in other engines, with values that never match.
 */
import type { Target } from './target.ts';

/** Length of the values in characters. Patterns aren't tested on values longer than 5,000 characters. */
const VALUE = 600;

/**
 * Patterns and values that are slow in other engines, because one part matches in many ways and the end never
 * matches.
 */
const HOSTILE = [
  { pattern: '(a+)+', repeated: 'a' },
  { pattern: '(a|aa)+', repeated: 'a' },
  { pattern: '(a|a?)+', repeated: 'a' },
  { pattern: '(.*)*b', repeated: 'a' },
  { pattern: '([a-z]+)*[0-9]', repeated: 'az' },
  { pattern: '(\\w+\\s?)+', repeated: 'word ' },
  { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', repeated: 'a' },
  { pattern: '(\\d{1,20}\\.?)+', repeated: '1' },
  { pattern: '\\s+$', repeated: ' ' },
] as const;

/**
 * Patterns that are refused when they're declared, because a linear-time engine can't run them, they are
 * larger than they look, or they are invalid.
 */
const REFUSED = ['(a)\\1', '(?=a)a', '(?<!a)b', 'a{1,100000}', '((a{1,100}){1,100}){1,100}', '(', '[z-a]'];

const valueOf = (repeated: string, factor: number): Buffer =>
  Buffer.from(JSON.stringify({ value: `${repeated.repeat((factor * VALUE) / repeated.length)}!` }));

export async function attackPatterns(target: Target): Promise<void> {
  const authorization = `Bearer ${target.service.outputs.management_key}`;
  const headers = { 'content-type': 'application/json' };
  for (const { pattern, repeated } of HOSTILE) {
    const form = await target.form({ fields: [{ name: 'value', type: 'text', pattern }] });
    await target.grows(
      `pattern ${pattern}`,
      (factor) => ({
        path: `/v1/f/${form.slug}`,
        headers,
        body: valueOf(repeated, factor),
      }),
      [422],
      form,
    );
    const { text } = await target.send({ path: `/v1/f/${form.slug}`, headers, body: valueOf(repeated, 8) });
    target.check(
      text.includes('"code":"pattern"'),
      `pattern ${pattern}: the pattern was not checked: ${text}`,
    );
  }
  for (const pattern of REFUSED) {
    const answer = await target.send({
      path: '/v1/forms',
      headers: { ...headers, authorization },
      body: Buffer.from(JSON.stringify({ name: 'Attacked', fields: [{ name: 'v', type: 'text', pattern }] })),
    });
    target.print(
      `declares ${pattern}`,
      pattern.length,
      String(answer.status),
      answer.cpuSeconds,
      undefined,
      '-',
    );
    target.check(answer.status === 422, `declares ${pattern}: got ${answer.status}`);
  }
  const many = Array.from({ length: 100 }, (_, i) => ({ name: `f${i}`, type: 'text', pattern: '(a+)+' }));
  const form = await target.form({ fields: many });
  await target.grows(
    'a hundred patterns at once',
    (factor) => ({
      path: `/v1/f/${form.slug}`,
      headers,
      body: Buffer.from(
        JSON.stringify(Object.fromEntries(many.map(({ name }) => [name, `${'a'.repeat(factor * 250)}!`]))),
      ),
    }),
    [422],
    form,
  );
}
