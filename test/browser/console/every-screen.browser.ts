/** What holds on every screen, in every language and theme. */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { markTexts, shownTexts, unmarked } from '../../support/console/marked-texts.ts';
import { hasOutline, motions, shapeless, sideways } from '../../support/console/page-faults.ts';
import { screens } from './screens.ts';

let tested: ConsoleUnderTest;
let paths: Record<string, string>;
let opened: ConsolePage | undefined;
beforeAll(async () => {
  tested = await startConsole();
  paths = await screens(tested.service);
});
afterEach(() => opened?.close());
afterAll(() => tested.stop());

/** Calls `look` on every screen, one after the other in one window, and gives what it found by screen. */
async function onEveryScreen(
  options: Parameters<ConsoleUnderTest['open']>[1],
  look: (page: ConsolePage) => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  opened = await tested.open('/forms', options);
  const found: Record<string, readonly string[]> = {};
  const broken: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const inSight = opened;
    const faults = await inSight
      .goTo(path)
      .then(() => look(inSight))
      .catch((error: unknown) => [String(error), ...inSight.complaints]);
    // A screen that has broken takes the window with it: the next one gets another.
    if (inSight.complaints.length > 0) {
      broken.push(...inSight.complaints.map((complaint) => `${name}: ${complaint}`));
      await inSight.close();
      opened = await tested.open('/forms', options);
    }
    if (faults.length > 0) found[name] = faults;
  }
  return broken.length > 0 ? { ...found, complaints: broken } : found;
}

describe.each(['en', 'de', 'es', 'it', 'ru'] as const)('in %s', (language) => {
  it('has no fault that axe finds, and the page complains of nothing', async () => {
    const faults = await onEveryScreen({ language }, ({ accessFaults }) => accessFaults());
    expect(faults).toEqual({});
  });
});

it.each(['de', 'ru'] as const)('has no fault that axe finds in the dark, in %s', async (language) => {
  const faults = await onEveryScreen({ language, theme: 'dark' }, ({ accessFaults }) =>
    accessFaults(['color-contrast']),
  );
  expect(faults).toEqual({});
});

it.each(['de', 'ru'] as const)(
  'needs no scrolling sideways at 200 % and at 360 pixels, in %s',
  async (language) => {
    const faults = await onEveryScreen({ language, width: 640, height: 400 }, async ({ page, settled }) => {
      const atDouble = await sideways(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await settled();
      const narrow = await sideways(page);
      await page.setViewportSize({ width: 640, height: 400 });
      return [atDouble > 0 && `200 %: ${atDouble}`, narrow > 0 && `360: ${narrow}`].filter(
        (each) => each !== false,
      );
    });
    expect(faults).toEqual({});
  },
);

it('keeps its shapes and shows the focus in forced colours, and does not move where less motion is asked for', async () => {
  const faults = await onEveryScreen({}, async ({ page }) => {
    const moving = await motions(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const lost = await shapeless(page);
    await page.keyboard.press('Tab');
    const isSeen = await hasOutline(page);
    await page.emulateMedia({ forcedColors: 'none' });
    return [...moving, ...lost, ...(isSeen ? [] : ['no outline'])];
  });
  expect(faults).toEqual({});
});

it('says nothing that is neither in the catalogue nor in the data', async () => {
  const data = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.replace(/\s+/g, ' '));
    else if (value !== null && typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) {
        data.add(name);
        keep(each);
      }
    }
  };
  const found = await onEveryScreen(
    {
      async prepare(page) {
        await markTexts(page);
        page.on('response', (response) => {
          if (response.url().includes('/v1/')) void response.json().then(keep, () => undefined);
        });
      },
    },
    async ({ page }) => (await shownTexts(page)).map(unmarked).filter((rest) => isForeign(rest, [...data])),
  );
  expect(found).toEqual({});
});

/** What the browser says in its own words of times and units, and React Aria in its own texts. */
const OF_OTHERS =
  /^(?:Select|All|Dismiss|English|Node|js|Python|Go|PHP|Ruby|Java|Europe|Berlin|Austrian|German|this|[AP]M|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|ago|today|yesterday|tomorrow|in|hr|min|sec|mo|wk|yr|days?|hours?|minutes?|byte|kB|MB|GB|November|December|January|and|GMT)$/u;

/**
 * Whether there is a word in it that is neither part of the data nor of a date or a unit. Examples of addresses and the
 * subject of e-mails, which is in the language of the form, are left out.
 */
function isForeign(rest: string, data: readonly string[]): boolean {
  const pieces = rest
    .replace(/\S*example\.org\S*|^New submission: .*/g, '')
    .split(/ · |, |\n/)
    .filter((piece) => !data.some((each) => each.includes(piece.trim())));
  return pieces
    .flatMap((piece) => piece.match(/\p{L}{2,}/gu) ?? [])
    .some((word) => !OF_OTHERS.test(word) && !rest.split(/\s/).every((part) => data.includes(part)));
}
