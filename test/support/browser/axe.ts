/** Runs axe-core in a page to find accessibility violations. */
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified script, because every checked page has to receive and compile it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations on the page as it is displayed.
 * @param options axe's options. By default, all rules run.
 * @param context the part of the page to check. Defaults to the whole page.
 */
export async function axeViolations(
  page: Page,
  options: axe.RunOptions = {},
  context?: axe.SerialContextObject,
): Promise<axe.Result[]> {
  // Browser automation can run axe despite the page's content security policy. The script stays until the
  // page is reloaded.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(SOURCE);
  // Only return the violations, because the other results are large.
  return page.evaluate(
    async ([where, how]) => {
      const { axe: loaded, document } = globalThis as unknown as {
        axe: typeof axe;
        document: axe.ElementContext;
      };
      return (await loaded.run(where ?? document, how)).violations;
    },
    [context, { ...options, resultTypes: ['violations'] } satisfies axe.RunOptions] as const,
  );
}
