/**
 * Checks the repository's layout: the floors of `lambdas`, file headers, and that citations and links
 * resolve.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['lambdas', 'lib', 'local', 'cli', 'console', 'packages'];

interface SourceFile {
  /** Path from the repository's root. */
  readonly path: string;
  readonly text: string;
}

function filesBelow(folder: string): SourceFile[] {
  try {
    return (
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|js|css)$/.test(entry.name))
        // What npm packs for a package is generated when it is packed.
        .filter((entry) => !/\/packages\/[^/]+\/dist(?:\/|$)/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') }))
    );
  } catch (error) {
    // The console doesn't exist yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const sources = SOURCE_FOLDERS.flatMap(filesBelow);
const tests = filesBelow('test');

/** Returns a file's comments, ignoring lookalikes inside strings that contain a URL. */
function commentsOf({ text }: SourceFile): string {
  return (text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? []).join('\n');
}

/** Returns one line per match, for a readable failure. */
function hits(files: readonly SourceFile[], find: (file: SourceFile) => readonly string[]): string[] {
  return files.flatMap((file) => [...new Set(find(file))].map((hit) => `${file.path}: ${hit}`));
}

/** A folder that imports another one, with an example. */
interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly example: string;
}

/** Returns the imports between folders directly under `lambdas`, including type imports. */
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

describe('the floors of lambdas', () => {
  const floors = JSON.parse(readFileSync(join(ROOT, 'lambdas/floors.json'), 'utf8')) as {
    folders: string[];
  }[];
  const order = floors.flatMap(({ folders }) => folders);
  const imports = importsBetweenFolders();

  it('name every folder once', () => {
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

  it('let no two folders import each other', () => {
    const edges = new Set(imports.map(({ from, to }) => `${from} -> ${to}`));
    expect(edges.size).toBeGreaterThan(100);
    const pairs = [...edges].filter((edge) => {
      const [from = '', to = ''] = edge.split(' -> ');
      return from < to && edges.has(`${to} -> ${from}`);
    });
    process.stdout.write(`${pairs.length} pairs of folders under lambdas import each other\n`);
    expect(pairs).toEqual([]);
  });

  it('let a folder import lower folders only', () => {
    const upward = imports.filter(
      ({ from, to }) => to !== 'environment.ts' && order.indexOf(to) > order.indexOf(from),
    );
    expect(upward.map(({ example }) => example)).toEqual([]);
  });
});

describe('the layout', () => {
  it('has no file named for being used everywhere', () => {
    const vague = /^(utils?|helpers?|common|shared|misc|managers?)\.|-(utils?|helpers?|manager)\./;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(basename(path)))).toEqual([]);
  });

  it('has a file comment in every source file', () => {
    const isHeaded = ({ text }: SourceFile): boolean =>
      /^(#!.*\n)?(\/\*\*? ?\S|\/\*\*?\n|\/\/ ?\S)/.test(text);
    expect(sources.filter((file) => !isHeaded(file)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the wording', () => {
  it("cites no document that readers of the repository don't have", () => {
    const cited =
      /\bDESIGN\b[^.\n]{0,10}\bsection\b|\bissue [A-Z]\b|\bLAYOUT\b|\bSTYLE\.md\b|\(specification\b/g;
    expect(hits([...sources, ...tests], (file) => commentsOf(file).match(cited) ?? [])).toEqual([]);
  });

  it('cites sections of docs that exist', () => {
    const cited = (file: SourceFile): string[] => {
      // A citation may continue on the comment's next line.
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
  it('names existing test files and titles', () => {
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
  /** Returns the text without code, because brackets in code are not links. */
  const proseOf = (path: string): string =>
    readFileSync(join(ROOT, path), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
  /** Builds heading ids like GitHub does; a repeated one gets a number. */
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

  it('have no merge conflict markers', () => {
    // The formatter rewrites the last of them as quotations.
    const marks = /^\s*\\?(?:<{7}|={7}|>{7}|(?:> ){6}>)/m;
    const marked = documents.filter((path) => marks.test(proseOf(path)));
    expect(marked).toEqual([]);
  });

  it('in docs/guides are all listed in their index', () => {
    const index = readFileSync(join(ROOT, 'docs/guides/README.md'), 'utf8');
    const guides = documents.filter((path) => /^docs\/guides\/(?!README)/.test(path));
    expect(guides.filter((path) => !index.includes(`](${basename(path)})`))).toEqual([]);
  });
});
