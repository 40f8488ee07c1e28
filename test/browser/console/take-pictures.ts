/**
 * Takes screenshots of all screens and stores them in `.pictures` (`npm run console:pictures`). Covers both
 * themes, wide and narrow windows, German and Russian. Arguments select screens by name, languages (`de`),
 * themes and widths: `… inbox de light 1280`. With `readme`, takes the screenshots for the README and stores
 * them in `docs/pictures`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startConsole,
  type ConsoleOptions,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { screens } from './screens/screens.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, '.pictures');
const README_FOLDER = join(ROOT, 'docs/pictures');
const languages = ['de', 'ru'] as const;
const themes = ['light', 'dark'] as const;
const widths = [1280, 390] as const;

/**
 * Screenshots for the README. They are few and small, because every clone of the repository contains them.
 */
const README_PICTURES: readonly (ConsoleOptions & { readonly name: string; readonly screen: string })[] = [
  { name: 'inbox', screen: 'submission', width: 1280, height: 720 },
  { name: 'webhook', screen: 'webhook', width: 1280, height: 720 },
  { name: 'forms', screen: 'forms', width: 1280, height: 420, theme: 'dark' },
];
const QUALITY = 60;

const wanted = process.argv.slice(2);
const chosen = <T extends string | number>(all: readonly T[], known: readonly T[] = all): readonly T[] => {
  const named = known.filter((each) => wanted.includes(String(each)));
  return named.length > 0 ? named : all;
};

async function takeAll(console: ConsoleUnderTest): Promise<void> {
  const paths = await screens(console.service);
  for (const name of chosen(Object.keys(paths))) {
    for (const language of chosen(languages, ['de', 'ru', 'en', 'es', 'it'] as never)) {
      for (const theme of chosen(themes)) {
        for (const width of chosen(widths, [360, 390, 768, 1280, 1440])) {
          const height = width <= 390 ? 844 : 800;
          const opened = await console.open(paths[name] ?? '', { language, theme, width, height });
          await opened.settled();
          await opened.page.screenshot({ path: join(FOLDER, `${name}-${language}-${theme}-${width}.png`) });
          for (const complaint of opened.complaints) process.stderr.write(`${name}: ${complaint}\n`);
          await opened.close();
        }
      }
    }
  }
}

async function takeForReadme(console: ConsoleUnderTest): Promise<void> {
  const paths = await screens(console.service);
  for (const { name, screen, ...options } of README_PICTURES) {
    const { context, page, settled, close } = await console.open(paths[screen] ?? '', options);
    await settled();
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(join(README_FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
    await close();
  }
}

const isForReadme = wanted.includes('readme');
mkdirSync(isForReadme ? README_FOLDER : FOLDER, { recursive: true });
const started = await startConsole();
try {
  await (isForReadme ? takeForReadme(started) : takeAll(started));
} finally {
  await started.stop();
}
