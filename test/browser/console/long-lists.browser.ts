/** Tests lists with no, one and 1,000 rows, and the command palette with many forms. */
import type { Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole();
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

type Row = Record<string, unknown>;

/** Returns copies of the first row in the service's list, with different ids and the given properties. */
async function rowsLike(path: string, count: number, change: (nth: number) => Row): Promise<Row[]> {
  const { body } = await tested.service.manage('GET', path);
  const [like] = body.data as Row[];
  return Array.from({ length: count }, (_, index) => ({
    ...like,
    id: `${String(like?.['id']).slice(0, -4)}${String(index).padStart(4, '0')}`,
    ...change(index + 1),
  }));
}

/** Answers requests for a list with these rows, in pages as the service would. */
const listing =
  (path: string, rows: readonly Row[]) =>
  (page: Page): Promise<unknown> =>
    page.route(
      (url) => url.pathname === path,
      async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const query = new URL(route.request().url()).searchParams;
        const start = Number(query.get('cursor') ?? 0);
        const end = start + Number(query.get('limit') ?? 50);
        await route.fulfill({
          json: { data: rows.slice(start, end), next_cursor: end < rows.length ? String(end) : null },
        });
      },
    );

const rowsOf = (page: Page) => page.locator('tbody tr');
const next = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByText('Next');

interface List {
  readonly path: string;
  readonly api: string;
  readonly like: string;
  readonly change: (nth: number) => Row;
  /** Text that the screen shows for an empty list. */
  readonly none: string;
  /** Text in one of the 1,000 rows. */
  readonly wanted: string;
  readonly search: string;
}

const lists: Readonly<Record<string, List>> = {
  forms: {
    path: '/forms',
    api: '/v1/forms',
    like: '/v1/forms?limit=1',
    change: (nth) => ({ name: `Form number ${nth}` }),
    none: 'Create your first form',
    wanted: 'Form number 777',
    search: 'Find a form',
  },
  webhooks: {
    path: '/webhooks',
    api: '/v1/webhooks',
    like: '/v1/webhooks?scope=all',
    change: (nth) => ({ name: `Hook ${nth}`, url: `https://receiver.example/${nth}` }),
    none: 'No webhooks yet',
    wanted: 'Hook 777',
    search: 'Search webhooks',
  },
  keys: {
    path: '/keys',
    api: '/v1/api-keys',
    like: '/v1/api-keys',
    change: (nth) => ({ name: `Key number ${nth}` }),
    none: 'No keys yet',
    wanted: 'Key number 777',
    search: 'Find a key',
  },
  people: {
    path: '/people',
    api: '/v1/members',
    like: '/v1/members',
    change: (nth) => ({ name: `Person ${nth}`, email: `person${nth}@example.com` }),
    none: 'No members yet',
    wanted: 'Person 777',
    search: 'Find a person',
  },
};

describe.each(Object.entries(lists))(
  'the list of %s',
  (_, { path, api, like, change, none, wanted, search }) => {
    it('explains what to do when the list is empty', async () => {
      opened = await tested.open(path, { width: 360, prepare: listing(api, []) });
      await opened.page.getByText(none).waitFor();
      expect(await opened.accessFaults()).toEqual([]);
      expect(opened.complaints).toEqual([]);
    });

    it('shows no search field for a single row', async () => {
      opened = await tested.open(path, { prepare: listing(api, await rowsLike(like, 1, change)) });
      await rowsOf(opened.page).first().waitFor();
      expect(await rowsOf(opened.page).count()).toBe(1);
    });

    it('renders 50 of 1,000 rows at a time, changes pages, and finds a single row', async () => {
      const rows = await rowsLike(like, 1000, change);
      opened = await tested.open(path, { width: 360, prepare: listing(api, rows) });
      const { page } = opened;
      await rowsOf(page).first().waitFor();
      expect(await rowsOf(page).count()).toBe(50);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await page.getByText('1–50 of 1,000').waitFor();
      await next(page).click();
      await page.getByText('51–100 of 1,000').waitFor();
      expect(await rowsOf(page).count()).toBe(50);
      await page.getByLabel(search).pressSequentially(wanted);
      await page.locator('tbody tr').filter({ hasText: wanted }).waitFor();
      expect(await rowsOf(page).count()).toBe(1);
      expect(opened.complaints).toEqual([]);
    });
  },
);

it('shows all webhooks on numbered pages and returns to the first page for a new search', async () => {
  const { like, change } = lists['webhooks']!;
  const rows = await rowsLike(like, 120, change);
  opened = await tested.open('/webhooks?page=3', { prepare: listing('/v1/webhooks', rows) });
  const { page } = opened;
  await page.getByText('101–120 of 120').waitFor();
  expect(await rowsOf(page).count()).toBe(20);
  expect(await next(page).count()).toBe(0);
  await page.getByLabel('Search webhooks').pressSequentially('Hook 1');
  // The names "Hook 1", "Hook 10" to "Hook 19", and "Hook 100" to "Hook 120".
  await page.waitForURL(/\/webhooks\?q=Hook(?:\+|%20)1$/);
  expect(await rowsOf(page).count()).toBe(32);
  expect(opened.complaints).toEqual([]);
});

it('shows as many labels as an account can have in a narrow window', async () => {
  const labels = Array.from({ length: 20 }, (_, nth) => ({
    id: `lbl_${nth}`,
    name: `${nth} ${'Label with a long name '.repeat(2)}`.slice(0, 40),
    color: '#0a7d4b',
  }));
  opened = await tested.open('/account', { width: 360, prepare: listing('/v1/labels', labels) });
  const { page } = opened;
  await page.getByText('19 Label with').first().waitFor();
  expect(await page.locator('.label-list li').count()).toBe(20);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  expect(await opened.accessFaults()).toEqual([]);
});

it.each([0, 1, 1000])('pages through an audit log with %i entries', async (count) => {
  const rows = await rowsLike('/v1/audit-log?limit=1', count, () => ({}));
  opened = await tested.open('/audit', { width: 360, prepare: listing('/v1/audit-log', rows) });
  const { page } = opened;
  if (count === 0) await page.getByText('No changes yet').waitFor();
  else await rowsOf(page).first().waitFor();
  expect(await rowsOf(page).count()).toBe(Math.min(count, 50));
  const older = page.getByRole('link', { name: 'Older' });
  expect(await older.count()).toBe(count > 50 ? 1 : 0);
  if (count > 50) {
    await older.click();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    expect(await rowsOf(page).count()).toBe(50);
  }
  expect(opened.complaints).toEqual([]);
});

describe('the command palette', () => {
  it('finds any of 500 forms and shows the actions without scrolling past the forms', async () => {
    const rows = await rowsLike('/v1/forms?limit=1', 500, (nth) => ({ name: `Form number ${nth}` }));
    opened = await tested.open('/forms', { prepare: listing('/v1/forms', rows) });
    const { page } = opened;
    await rowsOf(page).first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await options.count()).toBeLessThan(60);
    await page.keyboard.type('number 499');
    await page.getByRole('option', { name: 'Form number 499' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/inbox\\?form=${String(rows[498]?.['id'])}`));
    expect(opened.complaints).toEqual([]);
  });

  it('keeps letters that you type while it is loading', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    opened = await tested.open('/forms', {
      prepare: (page) =>
        page.route(/on-demand[^/]*\.js$/, async (route) => {
          await held;
          await route.fallback();
        }),
    });
    const { page } = opened;
    await rowsOf(page).first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('ke');
    expect(await page.getByRole('combobox').count()).toBe(0);
    release();
    await page.getByRole('option', { name: /^Keys/ }).waitFor();
    await page.keyboard.type('ys');
    expect(await page.getByRole('combobox').inputValue()).toBe('keys');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/keys$/);
  });
});
