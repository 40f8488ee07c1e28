import { Reservation } from '../../lambdas/ingest/reservation.ts';

it('is released only once, and other callers wait for the release', async () => {
  const back: string[] = [];
  let give = (): void => undefined;
  const slow = new Promise<void>((resolve) => (give = resolve));
  const reserved = new Reservation([() => slow.then(() => void back.push('given back'))]);
  const first = reserved.release();
  const second = reserved.release().then(() => void back.push('asked again'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(back).toEqual([]);
  give();
  await Promise.all([first, second]);
  expect(back).toEqual(['given back', 'asked again']);
});

it("doesn't release units that were kept", async () => {
  const back: string[] = [];
  const reserved = new Reservation();
  reserved.add(() => Promise.resolve(void back.push('unit')));
  reserved.keep();
  await reserved.release();
  expect(back).toEqual([]);
});
