/**
 * Checks the repository's layout: the folder order of `lambdas` (`lambdas/floors.json`), file headers,
 * citations and links.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['lambdas', 'lib', 'local', 'cli', 'console', 'packages', 'smoke'];

interface SourceFile {
  /** Path relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string): SourceFile[] {
  try {
    return (
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|js|css)$/.test(entry.name))
        // Excludes build output generated when npm packs a package.
        .filter((entry) => !/\/packages\/[^/]+\/dist(?:\/|$)/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') }))
    );
  } catch (error) {
    // The console's folder may not exist.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const sources = SOURCE_FOLDERS.flatMap(filesBelow);
const tests = filesBelow('test');

/** Returns a file's comments. Ignores `//` inside strings, such as URLs. */
function commentsOf({ text }: SourceFile): string {
  return (text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? []).join('\n');
}

/** Returns one line per match, so that test failures are readable. */
function hits(files: readonly SourceFile[], find: (file: SourceFile) => readonly string[]): string[] {
  return files.flatMap((file) => [...new Set(find(file))].map((hit) => `${file.path}: ${hit}`));
}

/** An import from one folder to another, with an example. */
interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly example: string;
}

/** Returns the imports between top-level folders in `lambdas`, including type imports. */
function importsBetweenFolders(): FolderImport[] {
  return filesBelow('lambdas').flatMap(({ path, text }) => {
    const specifiers = Array.from(
      text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g),
      ([, specifier = '']) => specifier,
    );
    return specifiers.flatMap((specifier) => {
      const target = join(dirname(path), specifier);
      const [from = '', to = ''] = [path, target].map((each) => each.split('/')[1]);
      return target.startsWith('lambdas/') && from !== to
        ? [{ from, to, example: `${path} -> ${target}` }]
        : [];
    });
  });
}

describe('the layers of lambdas', () => {
  const floors = JSON.parse(readFileSync(join(ROOT, 'lambdas/floors.json'), 'utf8')) as {
    folders: string[];
  }[];
  const order = floors.flatMap(({ folders }) => folders);
  const imports = importsBetweenFolders();

  it('include every folder exactly once', () => {
    const folders = readdirSync(join(ROOT, 'lambdas'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(order.toSorted()).toEqual(folders.toSorted());
  });

  it('are listed in CONTRIBUTING.md in the same order', () => {
    const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const listed = [...floors].reverse().map(({ folders }) => {
      const row = folders.map((folder) => `\`${folder}\``).join(', ');
      return text.indexOf(`| ${row} `);
    });
    expect(listed).not.toContain(-1);
    expect(listed).toEqual(listed.toSorted((one, other) => one - other));
  });

  it('allow no circular imports between folders', () => {
    const edges = new Set(imports.map(({ from, to }) => `${from} -> ${to}`));
    expect(edges.size).toBeGreaterThan(100);
    const pairs = [...edges].filter((edge) => {
      const [from = '', to = ''] = edge.split(' -> ');
      return from < to && edges.has(`${to} -> ${from}`);
    });
    process.stdout.write(`${pairs.length} pairs of folders under lambdas import each other\n`);
    expect(pairs).toEqual([]);
  });

  it('let a folder import only from lower folders', () => {
    const upward = imports.filter(
      ({ from, to }) => to !== 'environment.ts' && order.indexOf(to) > order.indexOf(from),
    );
    expect(upward.map(({ example }) => example)).toEqual([]);
  });
});

describe('the layout', () => {
  it('has no files with generic names, such as utils', () => {
    const vague = /^(utils?|helpers?|common|shared|misc|managers?)\.|-(utils?|helpers?|manager)\./;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(basename(path)))).toEqual([]);
  });

  it('has a comment at the top of every source file', () => {
    const isHeaded = ({ text }: SourceFile): boolean =>
      /^(#!.*\n)?(\/\*\*? ?\S|\/\*\*?\n|\/\/ ?\S)/.test(text);
    expect(sources.filter((file) => !isHeaded(file)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the wording', () => {
  it("doesn't refer to any documents outside the repository", () => {
    const cited =
      /\bDESIGN(-[A-Z]+)?\.md|\bDESIGN\b[^.\n]{0,10}\bsection\b|\bissue [A-Z]\b|\bLAYOUT\b|\bSTYLE\.md\b|\(specification\b/g;
    expect(hits([...sources, ...tests], (file) => commentsOf(file).match(cited) ?? [])).toEqual([]);
  });

  it('refers only to sections of the docs that exist', () => {
    const cited = (file: SourceFile): string[] => {
      // A citation can continue on the next line of the comment.
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
});

describe('docs/invariants.md', () => {
  it('names only files that exist', () => {
    const page = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8');
    const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file]) => file ?? '');
    expect(named.length).toBeGreaterThan(80);
    const stale = named.filter((file) => !existsSync(join(ROOT, file)));
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
  /** Returns a document's text without code, because brackets in code don't form links. */
  const proseOf = (path: string): string =>
    readFileSync(join(ROOT, path), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
  /**
   * Returns the anchor ids of a file's headings. Like GitHub, adds a number to the ids of repeated headings.
   */
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

  it('link only to files and headings that exist', () => {
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

  it('contain no merge conflict markers', () => {
    // The formatter rewrites the last kind of conflict marker as nested block quotes.
    const marks = /^\s*\\?(?:<{7}|={7}|>{7}|(?:> ){6}>)/m;
    const marked = documents.filter((path) => marks.test(proseOf(path)));
    expect(marked).toEqual([]);
  });

  it('are each listed once in docs/README.md, except for individual decisions and examples', () => {
    const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
    const listed = Array.from(index.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, file = '']) =>
      join('docs', file),
    );
    const pages = documents.filter((path) => /^docs\/(?!README|decisions\/\d|examples\/)/.test(path));
    expect(listed.filter((path) => path.startsWith('docs/')).toSorted()).toEqual(pages.toSorted());
  });
});

it('npm scripts also run in the Windows shell, without leading variables, loops, or Unix programs', () => {
  const packages = ['.', ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`)];
  const scripts = packages.flatMap((folder) => {
    const file = join(ROOT, folder, 'package.json');
    if (!existsSync(file)) return [];
    const { scripts: found = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      scripts?: Record<string, string>;
    };
    return Object.entries(found).map(([name, script]) => ({ name: `${folder}: ${name}`, script }));
  });
  expect(scripts.length).toBeGreaterThan(20);
  const programs = /^(?:node|npm|npx|tsx|jest|eslint|prettier|depcruise|knip|esbuild|tsc|cdk)$/;
  const foreign = scripts.flatMap(({ name, script }) =>
    script
      // Matches arguments in double quotes. The Windows shell doesn't support single quotes.
      .replaceAll(/"[^"]*"/g, '""')
      .split(/\s*(?:&&|;)\s*/)
      .filter((command) => !programs.test(command.split(' ')[0] ?? '') || /['$`|]/.test(command))
      .map((command) => `${name}: ${command}`),
  );
  expect(foreign).toEqual([]);
});
