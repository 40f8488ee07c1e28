import { Concurrency } from '../../../local/functions/concurrency.ts';

test('limits concurrency per account and frees capacity when invocations finish', () => {
  const account = new Concurrency(2);
  const [first, second] = [account.begin('a'), account.begin('b')];
  expect([first, second, account.begin('c')]).toEqual([
    expect.any(Function),
    expect.any(Function),
    undefined,
  ]);
  first?.();
  expect(account.begin('c')).toBeDefined();
  expect(account.begin('a')).toBeUndefined();
});

test('a function with reserved concurrency gets exactly that capacity, whatever other functions use', () => {
  const account = new Concurrency(3, new Map([['ingest', 2]]));
  expect(account.begin('other')).toBeDefined();
  expect(account.begin('other')).toBeUndefined();
  const [first] = [account.begin('ingest'), account.begin('ingest')];
  expect(account.begin('ingest')).toBeUndefined();
  first?.();
  expect(account.begin('other')).toBeUndefined();
  expect(account.begin('ingest')).toBeDefined();
});

test('a function with a reserved concurrency of 0 never runs', () => {
  expect(new Concurrency(10, new Map([['off', 0]])).begin('off')).toBeUndefined();
});
