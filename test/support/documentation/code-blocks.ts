/** Reads the code blocks of the README and of the pages in `docs` and `docs/operating`. */
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
const pages = ['.', 'docs', 'docs/operating'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => (folder === '.' ? name === 'README.md' : name.endsWith('.md')))
    .map((name) => join(folder, name)),
);

/** All blocks, without the indentation that blocks have in lists. */
export const codeBlocks: readonly CodeBlock[] = pages
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

/** Returns the blocks of one page in one language. */
export const blocksIn = (page: string, language: string): string[] =>
  codeBlocks.filter((block) => block.page === page && block.language === language).map(({ text }) => text);
