/** Tests which of the edge's secrets are valid, and how often they are read. */
import type { Secret } from '../../lambdas/aws/secret.ts';
import { edgeVerifier } from '../../lambdas/http/edge-verifier.ts';

const HOUR = 3_600_000;
const ROTATED_AT = Date.UTC(2026, 10, 1);
const STORED: Record<string, Secret> = {
  sent: { value: 'value of sent', storedAt: ROTATED_AT - 1000 * HOUR },
  next: { value: 'value of next', storedAt: ROTATED_AT },
  previous: { value: 'value of previous', storedAt: ROTATED_AT - 2000 * HOUR },
};

function verifierAt(now: () => number, arns = ['sent', 'next', 'previous'], isFailing = () => false) {
  const reads: string[] = [];
  const reported: unknown[] = [];
  const verify = edgeVerifier(arns, {
    read: (arn) => {
      reads.push(arn);
      return isFailing() ? Promise.reject(new Error('denied')) : Promise.resolve(STORED[arn]!);
    },
    now,
    report: (error) => reported.push(error),
  });
  const from = (secret?: string) => verify(secret === undefined ? {} : { 'svc-edge-secret': secret });
  return { from, reads, reported };
}

it('accepts the current and next edge secrets, and the previous one for a day after a rotation', async () => {
  let now = ROTATED_AT + 23 * HOUR;
  const { from } = verifierAt(() => now);
  for (const name of ['sent', 'next', 'previous']) expect(await from(`value of ${name}`)).toBe(true);
  expect(await from('value of another')).toBe(false);
  now = ROTATED_AT + 25 * HOUR;
  expect(await from('value of previous')).toBe(false);
  for (const name of ['sent', 'next']) expect(await from(`value of ${name}`)).toBe(true);
});

it('has no previous secret before the first rotation', async () => {
  const { from } = verifierAt(() => ROTATED_AT, ['sent', 'next']);
  for (const name of ['sent', 'next']) expect(await from(`value of ${name}`)).toBe(true);
  expect(await from('value of previous')).toBe(false);
});

it('reads the secrets once while the function starts, however many requests claim to come from the edge', async () => {
  const { from, reads } = verifierAt(() => ROTATED_AT);
  expect(reads).toEqual(['sent', 'next', 'previous']);
  await Promise.all(Array.from({ length: 20 }, (_, n) => from(n % 2 === 0 ? 'guessed' : 'value of sent')));
  expect(reads).toHaveLength(3);
});

it("throws if the secrets can't be read and reads them again a second later", async () => {
  let now = ROTATED_AT;
  let failing = true;
  const { from, reads, reported } = verifierAt(
    () => now,
    ['sent'],
    () => failing,
  );
  // Callers without the secret don't have to wait for it.
  expect(await from(undefined)).toBe(false);
  for (const secret of ['value of sent', 'guessed'])
    await expect(from(secret)).rejects.toMatchObject({ name: 'Unavailable', slug: 'unavailable' });
  expect([reads.length, reported]).toEqual([1, [new Error('denied')]]);
  failing = false;
  now += 999;
  await expect(from('value of sent')).rejects.toMatchObject({ name: 'Unavailable' });
  now += 1;
  expect(await from('value of sent')).toBe(true);
  expect(reads).toHaveLength(2);
});
