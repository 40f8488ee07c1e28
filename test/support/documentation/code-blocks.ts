/** Reads the code blocks of the README and of the pages in `docs`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export interface CodeBlock {
  /** Path of the page, relative to the repository's root. */
  readonly page: string;
  /** Language after the fence. Commands have none, or `sh`. */
  readonly language: string;
  readonly text: string;
}

const INDEX = 'docs/README.md';
const FOLDERS = ['docs', 'docs/operating', 'docs/guides', 'docs/automations', 'docs/decisions'];
const pages = [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

/** The blocks of all pages, without the indentation that blocks have in lists. */
export const allCodeBlocks: readonly CodeBlock[] = pages
  .filter((page) => page !== INDEX)
  .flatMap((page) =>
    Array.from(
      readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm),
      ([, indent = '', language = '', text = '']) => ({
        page,
        language: language === '' ? 'sh' : language,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  );

/** Blocks of the pages that no other test runs. Other tests run the guides and automations. */
export const codeBlocks = allCodeBlocks.filter(
  ({ page }) => !/^docs\/(?:guides|automations|decisions)\//.test(page),
);

/** Returns the blocks of one page in one language. */
export const blocksIn = (page: string, language: string): string[] =>
  codeBlocks.filter((block) => block.page === page && block.language === language).map(({ text }) => text);
