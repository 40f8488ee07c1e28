/** Reads the code examples in `docs/automations` by page, language and number. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../docs/automations');

export const recipePages: readonly string[] = readdirSync(FOLDER).map((file) => file.replace('.md', ''));

/** Returns the language and code of each example on a page. */
export function examplesOf(page: string): readonly { language: string; text: string }[] {
  const source = readFileSync(join(FOLDER, `${page}.md`), 'utf8');
  return Array.from(
    source.matchAll(/^ *```([a-z]+)\n([\s\S]*?)^ *```$/gm),
    ([, language = '', text = '']) => ({
      language,
      text,
    }),
  );
}

/** Returns an example from a page. `number` starts at 0 and counts only examples in the same language. */
export function recipe(page: string, language: string, number = 0): string {
  const found = examplesOf(page).filter((each) => each.language === language)[number];
  if (!found) throw new Error(`${page}.md has no example ${number} of ${language}`);
  return found.text;
}
