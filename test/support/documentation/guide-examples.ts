/** Reads the examples in the guides and fills in the values of a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const GUIDES = join(import.meta.dirname, '../../../docs/guides');

/** Form that an example submits. */
export interface ExampleForm {
  readonly id: string;
  readonly slug: string;
}

/** Returns a guide's examples in one language, in the page's order. */
export function guideBlocks(guide: string, language: string): string[] {
  const text = readFileSync(join(GUIDES, `${guide}.md`), 'utf8');
  return Array.from(text.matchAll(/^```([a-z]*)\n([\s\S]*?)^```$/gm))
    .filter(([, found]) => found === language)
    .map(([, , block]) => block!);
}

/** Returns the example with the service's address and the form's slug, as a reader would change it. */
export const forForm = (block: string, baseUrl: string, { slug }: ExampleForm): string =>
  block.replaceAll('http://127.0.0.1:8787', baseUrl).replaceAll('/v1/f/contact', `/v1/f/${slug}`);
