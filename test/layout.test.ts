/** Holds the layout of the repository and its words: small folders, unique file names, headers, one vocabulary. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['lambdas', 'lib', 'local', 'cli', 'console', 'packages'];
const MAX_FILES = 25;

interface SourceFile {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string): SourceFile[] {
  try {
    return (
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|js|css)$/.test(entry.name))
        // What npm packs of a package is made when it is packed.
        .filter((entry) => !/\/packages\/[^/]+\/dist(?:\/|$)/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') }))
    );
  } catch (error) {
    // The console is not there yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const sources = SOURCE_FOLDERS.flatMap(filesBelow);
const tests = filesBelow('test');

/** The comments of a file, without what looks like one inside of a string that holds an address. */
function commentsOf({ text }: SourceFile): string {
  return (text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? []).join('\n');
}

/** The code without comments and the text of strings and templates: identifiers, as a text to search in. */
function identifiersOf({ text }: SourceFile): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(?<![:'"`\w])\/\/.*$/gm, ' ')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '));
}

/** The strings of a file: log messages, error messages and the like. */
function stringsOf({ text }: SourceFile): string[] {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [];
}

/** The words of identifiers: `takeIn` is `take in`, so that `standing` does not match `outstanding`. */
function wordsOf(identifiers: string): string {
  return identifiers
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
}

/** Words of the former vocabulary, which have one replacement each (the words of the field). */
const FORMER_WORDS = [
  ...['door', 'visit', 'admission', 'take in', 'intake', 'bearer', 'note use', 'chore', 'chores'],
  ...['redate', 'redating', 'voice', 'spool', 'climbed', 'rung', 'rungs', 'triage', 'latch', 'ledger'],
  ...['claimant', 'meanwhile', 'beside', 'standing', 'taken up again', 'draw consequence', 'interface parts'],
];
/** Of the words that are also plain English or HTTP's own, comments may use these. */
const ALLOWED_IN_COMMENTS = ['meanwhile', 'beside', 'standing', 'bearer', 'take in', 'rung', 'rungs'];
const FORMER_WORDS_IN_COMMENTS = FORMER_WORDS.filter((word) => !ALLOWED_IN_COMMENTS.includes(word));
/** HTTP's own names: the scheme `Bearer` in a regular expression or header, and `bearerFormat` of OpenAPI. */
const BEARER_OF_HTTP = /\bBearer\b|\bbearerFormat\b/g;

const wordPattern = (words: readonly string[]): RegExp => new RegExp(`\\b(?:${words.join('|')})\\b`, 'g');

/** One line for each hit, for a readable failure. */
function hits(files: readonly SourceFile[], find: (file: SourceFile) => readonly string[]): string[] {
  return files.flatMap((file) => [...new Set(find(file))].map((hit) => `${file.path}: ${hit}`));
}

describe('the layout', () => {
  it.each([
    ['sources', sources],
    ['tests', tests],
  ])(`has no folder of %s with more than ${MAX_FILES} files`, (_, files) => {
    const byFolder = Map.groupBy(files, ({ path }) => dirname(path));
    const tooLarge = [...byFolder].filter(([, inFolder]) => inFolder.length > MAX_FILES);
    expect(tooLarge.map(([folder, inFolder]) => `${folder}: ${inFolder.length}`)).toEqual([]);
  });

  it('gives no two source files the same name', () => {
    const byName = Map.groupBy(sources, ({ path }) => basename(path));
    const repeated = [...byName.values()].filter((files) => files.length > 1);
    expect(repeated.map((files) => files.map(({ path }) => path))).toEqual([]);
  });

  it('has no file that is named for being used everywhere', () => {
    const vague = /^(utils?|helpers?|common|shared|misc|managers?)\.|-(utils?|helpers?|manager)\./;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(basename(path)))).toEqual([]);
  });

  it('has no source file without a first comment that says what it is for', () => {
    const isHeaded = ({ text }: SourceFile): boolean =>
      /^(#!.*\n)?(\/\*\*? ?\S|\/\*\*?\n|\/\/ ?\S)/.test(text);
    expect(sources.filter((file) => !isHeaded(file)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the words', () => {
  it('cite no paper that a reader of the repository does not have', () => {
    const cited =
      /\bDESIGN\b[^.\n]{0,10}\bsection\b|\bissue [A-Z]\b|\bLAYOUT\b|\bSTYLE\.md\b|\(specification\b/g;
    expect(hits([...sources, ...tests], (file) => commentsOf(file).match(cited) ?? [])).toEqual([]);
  });

  it('cite sections of docs that exist', () => {
    const cited = (file: SourceFile): string[] => {
      // A citation may continue on the next line of the comment.
      const text = commentsOf(file).replace(/\n\s*(?:\*|\/\/)\s*/g, ' ');
      return Array.from(
        text.matchAll(/(docs\/[\w/-]+\.md), "([^"]+)"/g),
        ([, path = '', title = '']) => `${path}#${title}`,
      );
    };
    const exists = (citation: string): boolean => {
      const [path = '', title = ''] = citation.split('#');
      const lines = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8').split('\n') : [];
      return lines.some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
    };
    expect(hits([...sources, ...tests], (file) => cited(file).filter((each) => !exists(each)))).toEqual([]);
  });

  it('are those of the field in the identifiers of lambdas', () => {
    const found = hits(filesBelow('lambdas'), (file) => {
      const words = wordsOf(identifiersOf(file).replaceAll(BEARER_OF_HTTP, ''));
      return words.match(wordPattern(FORMER_WORDS)) ?? [];
    });
    expect(found).toEqual([]);
  });

  it('are those of the field in the comments of lambdas, lib, local and cli', () => {
    const found = hits(
      sources,
      (file) => commentsOf(file).toLowerCase().match(wordPattern(FORMER_WORDS_IN_COMMENTS)) ?? [],
    );
    expect(found).toEqual([]);
  });

  it('are those of the field in log messages', () => {
    const former = /^['"](?:beside|meanwhile)['"]$/;
    expect(hits(sources, (file) => stringsOf(file).filter((text) => former.test(text)))).toEqual([]);
  });
});

describe('docs/invariants.md', () => {
  it('names test files that exist, and titles that stand in them', () => {
    const items = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8').split(/\n(?=\s*- |#)/);
    const stale = items.flatMap((item) => {
      const file = /test\/[\w./-]+\.(?:test|browser)\.ts/.exec(item)?.[0];
      if (file === undefined) return [];
      if (!existsSync(join(ROOT, file))) return [file];
      const text = readFileSync(join(ROOT, file), 'utf8');
      const titles = [...item.replace(/\s+/g, ' ').matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? '');
      return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`);
    });
    expect(stale).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'console/DESIGN.md',
  ].concat(
    readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join('docs', file)),
  );
  /** Without code, in which brackets are no links. */
  const proseOf = (path: string): string =>
    readFileSync(join(ROOT, path), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
  /** As GitHub makes the ids of headings; a repeated one gets a number. */
  const anchorsOf = (path: string): string[] => {
    const all = Array.from(proseOf(path).matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    return all.map((id, index) => {
      const before = all.slice(0, index).filter((each) => each === id).length;
      return before === 0 ? id : `${id}-${before}`;
    });
  };

  it('link to files and headings that exist', () => {
    const dead = documents.flatMap((path) =>
      Array.from(proseOf(path).matchAll(/\]\(([^()\s]+)\)/g), ([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => {
          const [file = '', anchor] = target.split('#');
          const found = file === '' ? path : join(dirname(path), file);
          if (!existsSync(join(ROOT, found))) return true;
          return anchor !== undefined && found.endsWith('.md') && !anchorsOf(found).includes(anchor);
        })
        .map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('have no marks of a merge that was not finished', () => {
    // The formatter writes the last of them as quotations.
    const marks = /^\s*\\?(?:<{7}|={7}|>{7}|(?:> ){6}>)/m;
    const marked = documents.filter((path) => marks.test(proseOf(path)));
    expect(marked).toEqual([]);
  });

  it('of docs/guides are all in their index', () => {
    const index = readFileSync(join(ROOT, 'docs/guides/README.md'), 'utf8');
    const guides = documents.filter((path) => /^docs\/guides\/(?!README)/.test(path));
    expect(guides.filter((path) => !index.includes(`](${basename(path)})`))).toEqual([]);
  });
});
