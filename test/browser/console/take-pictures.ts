/**
 * `npm run console:pictures`: takes pictures of all screens in both themes, on a wide and a narrow screen, in German and
 * Russian, into `.pictures`. Arguments choose screens by name, languages (`de`), themes and widths: `… inbox de light 1280`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startConsole, type ConsoleUnderTest } from '../../support/console/console-session.ts';
import { screens } from './screens.ts';

const FOLDER = join(import.meta.dirname, '../../../.pictures');
const languages = ['de', 'ru'] as const;
const themes = ['light', 'dark'] as const;
const widths = [1280, 390] as const;

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
        for (const width of chosen(widths)) {
          const height = width === 390 ? 844 : 800;
          const opened = await console.open(paths[name] ?? '', { language, theme, width, height });
          await opened.page.getByRole('heading', { level: 1 }).waitFor();
          await opened.page.waitForLoadState('networkidle');
          await opened.page.screenshot({ path: join(FOLDER, `${name}-${language}-${theme}-${width}.png`) });
          for (const complaint of opened.complaints) process.stderr.write(`${name}: ${complaint}\n`);
          await opened.close();
        }
      }
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
const started = await startConsole();
try {
  await takeAll(started);
} finally {
  await started.stop();
}
