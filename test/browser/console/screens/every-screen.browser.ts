/** Tests rules that apply to every screen, in every language and theme. */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../../support/console/console-session.ts';
import { markTexts, shownTexts, unmarked } from '../../../support/console/marked-texts.ts';
import { hasOutline, movingElements, shapeless, sideways } from '../../../support/console/page-faults.ts';
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

/** Runs `look` on every screen in one window, one screen at a time. Returns the results by screen. */
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
    // An error affects the whole window, so open a new window for the remaining screens.
    if (inSight.complaints.length > 0) {
      broken.push(...inSight.complaints.map((complaint) => `${name}: ${complaint}`));
      await inSight.close();
      opened = await tested.open('/forms', options);
    }
    if (faults.length > 0) found[name] = faults;
  }
  return broken.length > 0 ? { ...found, complaints: broken } : found;
}

it('has no axe violations and logs no errors', async () => {
  const faults = await onEveryScreen({}, ({ accessFaults }) => accessFaults({ preload: true }));
  expect(faults).toEqual({});
});

it('has enough contrast in dark mode', async () => {
  const contrast = { runOnly: { type: 'rule' as const, values: ['color-contrast'] } };
  const faults = await onEveryScreen({ theme: 'dark' }, ({ accessFaults }) => accessFaults(contrast));
  expect(faults).toEqual({});
});

// The colors are the same in all languages.
it.each(['de', 'es', 'it', 'ru'] as const)(
  'has no axe violations and logs no errors in %s',
  async (language) => {
    const rules = { 'color-contrast': { enabled: false } };
    const faults = await onEveryScreen({ language }, ({ accessFaults }) => accessFaults({ rules }));
    expect(faults).toEqual({});
  },
);

it.each(['de', 'ru'] as const)(
  "doesn't scroll sideways at 200%% zoom and at 360 pixels, in %s",
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

it("keeps outlines and focus rings in forced-colors mode, and doesn't animate with reduced motion", async () => {
  const faults = await onEveryScreen({}, async ({ page }) => {
    const moving = await movingElements(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const lost = await shapeless(page);
    await page.keyboard.press('Tab');
    const isSeen = await hasOutline(page);
    await page.emulateMedia({ forcedColors: 'none' });
    return [...moving, ...lost, ...(isSeen ? [] : ['no outline'])];
  });
  expect(faults).toEqual({});
});

it('shows only text that comes from the catalog or the data', async () => {
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

/** Matches words that browsers use for times and units, and words from React Aria. */
const OF_OTHERS =
  /^(?:Select|All|Dismiss|English|Node|js|Python|Go|PHP|Ruby|Java|Europe|Berlin|Austrian|German|this|[AP]M|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|ago|today|yesterday|tomorrow|in|hr|min|sec|mo|wk|yr|days?|hours?|minutes?|byte|kB|MB|GB|November|December|January|and|GMT)$/u;

/**
 * Returns true if the text contains a word in another language that isn't part of the data, a date or a unit.
 * Ignores sample addresses and e-mail subjects, because they are in the form's language. Also ignores React
 * Aria's label for a field's drag handle.
 */
function isForeign(rest: string, data: readonly string[]): boolean {
  const pieces = rest
    .replace(/\S*example\.org\S*|^New submission: .*|^Drag /g, '')
    .split(/ · |, |\n/)
    .filter((piece) => !data.some((each) => each.includes(piece.trim())));
  return pieces
    .flatMap((piece) => piece.match(/\p{L}{2,}/gu) ?? [])
    .some((word) => !OF_OTHERS.test(word) && !rest.split(/\s/).every((part) => data.includes(part)));
}
