/**
 * Reloads the project's modules for every test file, and loads packages once per worker: own modules have the
 * test file's number in their URL's query, by which Node distinguishes modules.
 */
import { readFileSync, statSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atBuildModule } from './at-build-values.js';

const QUERY = '?test-file=';
const GLOBALS = 'jest-globals:';
const PACKAGES = '/node_modules/';
/** Matches the URL of an own module in a stack trace. */
export const ADDRESS = /file:[^\s()]+\?test-file=\d+/g;

/**
 * Running test files by number.
 * @typedef {object} TestFile
 * @property {() => object} globals returns what `@jest/globals` exports to it
 * @property {readonly (readonly [pattern: string, path: string])[]} names replacements of modules for own
 * modules
 * @property {number} number of the modules that it imports from now on
 */
const testFiles = new Map();
let lastNumber = 0;

/** This worker's sources without types, with the file's modification time. */
const stripped = new Map();

function sourceOf(path) {
  if (path.endsWith('.at-build.ts')) return atBuildModule(path);
  const { mtimeMs } = statSync(path);
  const kept = stripped.get(path);
  if (kept?.mtimeMs === mtimeMs) return kept.source;
  // Modules see their URL without the number, because they look for files next to them by its ending.
  const source = `import.meta.url = ${JSON.stringify(pathToFileURL(path).href)}; ${withoutTypes(path)}`;
  stripped.set(path, { mtimeMs, source });
  return source;
}

function withoutTypes(path) {
  try {
    return stripTypeScriptTypes(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SyntaxError(`${path} cannot be read as TypeScript: ${error.message}`, { cause: error });
  }
}

function globalsModule(number) {
  const names = Object.keys(testFiles.get(number).globals());
  return `export const { ${names.join(', ')} } = process[Symbol.for('${GLOBALS}')](${number});`;
}

function numberIn(url) {
  const at = url?.indexOf(QUERY) ?? -1;
  return at === -1 ? undefined : Number(url.slice(at + QUERY.length));
}

/** Resolved imports of this worker's own modules, without numbers, by the module's folder and specifier. */
const resolvedImports = new Map();

/** Resolves what an own module imports. Imports of packages are left to Node. */
function resolve(specifier, context, next) {
  const importer = numberIn(context.parentURL);
  if (importer === undefined) return next(specifier, context);
  const testFile = testFiles.get(importer);
  if (testFile === undefined) throw new Error(`"${specifier}" is imported after its test file has ended`);
  if (specifier === '@jest/globals') return { url: GLOBALS + importer, format: 'module', shortCircuit: true };
  const resolved = resolvedOnce(specifier, context, testFile, next);
  const isOwn = resolved.url.endsWith('.ts') && !resolved.url.includes(PACKAGES);
  return isOwn ? { ...resolved, url: resolved.url + QUERY + testFile.number } : resolved;
}

/** Caches the result, because Node looks for the file and each `package.json` above it every time. */
function resolvedOnce(specifier, context, { names }, next) {
  const key = `${dirname(context.parentURL)} ${specifier} ${context.importAttributes?.type ?? ''}`;
  const known = resolvedImports.get(key);
  if (known) return known;
  const name = names.find(([pattern]) => new RegExp(pattern).test(specifier));
  const { url, format } = next(name ? pathToFileURL(name[1]).href : specifier, context);
  const resolved = { url, format, shortCircuit: true };
  resolvedImports.set(key, resolved);
  return resolved;
}

function load(url, context, next) {
  if (url.startsWith(GLOBALS))
    return { format: 'module', source: globalsModule(Number(url.slice(GLOBALS.length))), shortCircuit: true };
  if (numberIn(url) === undefined) return next(url, context);
  return { format: 'module', source: sourceOf(fileURLToPath(url)), shortCircuit: true };
}

let hooks;

/** Starts a test file, whose own modules are separate from those of others. */
export function openTestFile(globals, names) {
  process[Symbol.for(GLOBALS)] ??= (number) => testFiles.get(number).globals();
  hooks ??= registerHooks({ resolve, load });
  const testFile = { globals, names };
  renewModules(testFile);
  return testFile;
}

/** Makes the test file reload everything it imports from now on. */
export function renewModules(testFile) {
  lastNumber += 1;
  testFile.number = lastNumber;
  testFiles.set(lastNumber, testFile);
}

/** Removes a test file that has ended. */
export function closeTestFile(testFile) {
  for (const [number, each] of testFiles) if (each === testFile) testFiles.delete(number);
}

/** Imports a module for a test file. */
export const importFor = (testFile, path) => import(pathToFileURL(path).href + QUERY + testFile.number);
