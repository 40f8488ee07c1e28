/**
 * Tests the forms-file engine with random pairs of states: after an apply, the plan is empty and a second
 * apply writes nothing. If a run is interrupted at any request, the next run finishes it.
 */
import type { Actual } from '../../lambdas/forms-as-code/actual-state.ts';
import { applyPlan, planFile, planForChange } from '../../lambdas/forms-as-code/apply-file.ts';
import { diff } from '../../lambdas/forms-as-code/difference.ts';
import type { FormsApi } from '../../lambdas/forms-as-code/forms-api.ts';
import { formsFileFrom, type Desired } from '../../lambdas/forms-as-code/forms-file.ts';
import { runSteps } from '../../lambdas/forms-as-code/run-steps.ts';
import { inMemoryApi, type InMemoryApi } from '../support/in-memory-api.ts';
import { randomFile, randomForm, seeded } from '../support/random-forms.ts';

const read = (value: object): Desired =>
  formsFileFrom({ value, placeOf: () => ({ line: 1, column: 1 }) }, () => undefined).desired;

const PAIRS = 10_000;

/** Runs the steps. Returns their number. */
async function run(desired: Desired, api: InMemoryApi, actual = api.actual()): Promise<number> {
  const steps = diff(desired, actual);
  const idOf = new Map(actual.forms.map(({ view }) => [view.slug, view.id]));
  await runSteps(steps, api, { formIdOf: (slug) => idOf.get(slug), onDone: () => undefined });
  return steps.length;
}

it('leaves nothing to do after an apply, for 10,000 random pairs of states', async () => {
  const random = seeded(20_261_128);
  let steps = 0;
  let [api, actual] = newAccount(true);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Each state is applied on top of the previous one. New accounts test the creation of forms and webhooks.
    if (pair % 20 === 0) [api, actual] = newAccount(pair % 40 === 0);
    const file = randomFile(random);
    const desired = read(file);
    steps += await run(desired, api, actual);
    actual = api.actual();
    const left = diff(desired, actual);
    if (left.length > 0) throw new Error(`Pair ${pair}: ${JSON.stringify({ file, left })}`);
  }
  expect(steps).toBeGreaterThan(PAIRS);
}, 60_000);

function newAccount(emailEnabled: boolean): [InMemoryApi, Actual] {
  const api = inMemoryApi({ emailEnabled });
  return [api, api.actual()];
}

const all = { allowDelete: 'all' } as const;
async function apply(desired: Desired, api: FormsApi): Promise<void> {
  await applyPlan(await planForChange(desired, api, all), api);
}

/**
 * Rejects the request with this number and all later ones. The first rejected request may still have taken
 * effect.
 */
function cutOff(api: InMemoryApi, last: number, hasEffect: boolean) {
  let requests = 0;
  const cut: FormsApi = {
    ...api,
    async request(...sent) {
      requests += 1;
      if (requests > last || (requests === last && !hasEffect)) throw new Error('cut off');
      const response = await api.request(...sent);
      if (requests === last) throw new Error('cut off');
      return response;
    },
  };
  return { cut, isCut: () => requests >= last };
}

it.each([true, false])(
  'finishes a run that was cut off at any request (with effect: %s)',
  async (hasEffect) => {
    const random = seeded(28);
    let cuts = 0;
    for (let pair = 0; pair < 16; pair += 1) {
      const [before, after] = [read(randomFile(random)), read(randomFile(random))];
      for (let request = 1, isCut = true; isCut; request += 1) {
        const api = inMemoryApi();
        await run(before, api);
        const limited = cutOff(api, request, hasEffect);
        await apply(after, limited.cut).catch((error: unknown) =>
          expect(error).toMatchObject({ message: 'cut off' }),
        );
        isCut = limited.isCut();
        cuts += Number(isCut);
        await apply(after, api);
        expect({ pair, request, left: (await planFile(after, api, all)).steps }).toEqual({
          pair,
          request,
          left: [],
        });
        const { writes } = api;
        await apply(after, api);
        expect(api.writes).toBe(writes);
      }
    }
    expect(cuts).toBeGreaterThan(100);
  },
);

it('plans 1,000 forms with a request for each hundred', async () => {
  const api = inMemoryApi();
  const webhooks = { crm: { url: 'https://crm.example.com/in', headers: { authorization: 'v1' } } };
  const form = (name: string) => ({ name, fields: [{ name: 'email', type: 'email' }], webhooks });
  const fileOf = (name: string) =>
    read({
      version: 1,
      forms: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`form-${at}`, form(name)])),
    });
  await apply(fileOf('One'), api);
  let requests = 0;
  const counted: FormsApi = {
    ...api,
    request(...sent) {
      requests += 1;
      return api.request(...sent);
    },
  };
  const start = process.cpuUsage();
  const { steps } = await planFile(fileOf('Two'), counted);
  expect(steps).toHaveLength(1000);
  expect((await planFile(fileOf('One'), counted)).steps).toEqual([]);
  // Each plan reads the caller, ten pages of forms and ten pages of webhooks.
  expect(requests).toBe(2 * 21);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
});

const STATUSES = ['draft', 'live', 'paused'] as const;
const UNREACHABLE = ['draft→paused', 'live→draft', 'paused→draft'];

it.each(STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to }))))(
  'changes a form from $from to $to without accepting submissions in between, or not at all',
  async ({ from, to }) => {
    const random = seeded(STATUSES.indexOf(from) * 3 + STATUSES.indexOf(to));
    const fileOf = (status: string) =>
      read({ version: 1, forms: { one: { ...randomForm(random), status } } });
    for (let run = 0; run < 50; run += 1) {
      const api = inMemoryApi();
      await apply(fileOf(from), api);
      const seen: string[] = [];
      const watched: FormsApi = {
        ...api,
        async request(...sent) {
          const response = await api.request(...sent);
          seen.push(...api.actual().forms.map(({ view }) => String(view['status'])));
          return response;
        },
      };
      const { writes } = api;
      const applied = apply(fileOf(to), watched);
      if (UNREACHABLE.includes(`${from}→${to}`)) {
        await expect(applied).rejects.toThrow("forms.one.status can't be reached. ");
        expect([api.writes, new Set(seen)]).toEqual([writes, new Set([from])]);
      } else {
        await applied;
        expect(seen.at(-1)).toBe(to);
        expect(seen.filter((status) => status !== from && status !== to)).toEqual([]);
      }
    }
  },
);

it('creates a live form paused until its webhooks exist, also if the run is cut off in between', async () => {
  const crm = { url: 'https://crm.example.com/in' };
  const erp = { url: 'https://erp.example.com/in' };
  const desired = read({
    version: 1,
    forms: {
      one: { name: 'One', status: 'live', webhooks: { crm, erp } },
      two: { name: 'Two', status: 'live' },
    },
  });
  const statusesSeen = async (api: InMemoryApi, via: FormsApi): Promise<string[]> => {
    const seen: string[] = [];
    const watched: FormsApi = {
      ...via,
      async request(...sent) {
        const response = await via.request(...sent);
        const one = api.actual().forms.find(({ view }) => view.slug === 'one');
        if (sent[0] !== 'GET' && one) seen.push(`${String(one.view['status'])} ${one.webhooks.length}`);
        return response;
      },
    };
    await apply(desired, watched).catch((error: unknown) =>
      expect(error).toMatchObject({ message: 'cut off' }),
    );
    return seen;
  };
  const api = inMemoryApi();
  expect(await statusesSeen(api, api)).toEqual(['paused 0', 'paused 1', 'paused 2', 'live 2', 'live 2']);
  expect((await planFile(desired, api)).steps).toEqual([]);
  for (let last = 1, isCut = true; isCut; last += 1) {
    const again = inMemoryApi();
    const limited = cutOff(again, last, true);
    const seen = [...(await statusesSeen(again, limited.cut)), ...(await statusesSeen(again, again))];
    isCut = limited.isCut();
    expect(seen.filter((each) => each.startsWith('live')).every((each) => each === 'live 2')).toBe(true);
    expect((await planFile(desired, again)).steps).toEqual([]);
  }
});

it('stops when a form is deleted, or a slug is taken, after the plan', async () => {
  const api = inMemoryApi();
  await apply(read({ version: 1, forms: { one: { name: 'One' } } }), api);
  const changed = read({ version: 1, forms: { one: { name: 'Two' }, two: { name: 'Two' } } });
  const plan = await planForChange(changed, api);
  await apply(read({ version: 1, forms: { two: { name: 'Taken' } } }), api);
  await expect(applyPlan(plan, api)).rejects.toThrow('one: deleted in the meantime.');
  const again = await planForChange(read({ version: 1, forms: { three: { name: 'Three' } } }), api);
  await apply(read({ version: 1, forms: { three: { name: 'Taken' } } }), api);
  await expect(applyPlan(again, api)).rejects.toThrow('three: The slug "three" is already taken.');
  expect(api.actual().forms.map(({ view }) => view.name)).toEqual(['Taken']);
});

it('renames a webhook, and refuses two webhooks with the same URL', async () => {
  const api = inMemoryApi();
  const fileOf = (webhooks: object) => read({ version: 1, forms: { one: { name: 'One', webhooks } } });
  const url = 'https://crm.example.com/in';
  await apply(fileOf({ crm: { url }, other: { url: `${url}/2` } }), api);
  const renamed = fileOf({ sales: { url }, other: {} });
  const { steps } = await planFile(renamed, api, all);
  expect(steps.map(({ action, target }) => [action, target])).toEqual([
    ['delete', 'one.webhooks.crm'],
    ['create', 'one.webhooks.sales'],
  ]);
  await apply(renamed, api);
  expect(
    api
      .actual()
      .forms[0]!.webhooks.map(({ view }) => view.name)
      .toSorted(),
  ).toEqual(['other', 'sales']);
  await expect(planFile(fileOf({ sales: {}, other: { url: `${url}#x` } }), api)).rejects.toThrow(
    'forms.one.webhooks.other.url must differ from the URL of the webhook sales',
  );
});

it('moves URLs between webhooks in an order that the API accepts, or refuses the plan', async () => {
  const api = inMemoryApi();
  const fileOf = (webhooks: Readonly<Record<string, string>>) =>
    read({
      version: 1,
      forms: {
        one: {
          name: 'One',
          webhooks: Object.fromEntries(Object.entries(webhooks).map(([name, url]) => [name, { url }])),
        },
      },
    });
  const urls = () =>
    Object.fromEntries(api.actual().forms[0]!.webhooks.map(({ view }) => [view.name, view.url]));
  const [x, y, z] = ['https://x.example/in', 'https://y.example/in', 'https://z.example/in'] as const;
  await apply(fileOf({ a: x, b: y }), api);
  const moved = { new: x, a: y, b: z };
  await apply(fileOf(moved), api);
  expect(urls()).toEqual(moved);
  const { writes } = api;
  await expect(apply(fileOf({ new: y, a: x, b: z }), api)).rejects.toThrow(
    'forms.one.webhooks.new.url is still the URL of the webhook a; give that webhook another URL first, or delete it',
  );
  await expect(planFile(fileOf({ new: x, other: y }), api)).rejects.toThrow(
    'forms.one.webhooks.other.url is still the URL of the webhook a;',
  );
  expect([api.writes, urls()]).toEqual([writes, moved]);
  await apply(fileOf({ new: x, other: y }), api);
  expect(urls()).toEqual({ new: x, other: y });
});
