/**
 * Loads the project's own modules anew for every test file, and packages once for a worker: own modules have the number of
 * the test file in the query of their address, by which Node tells modules apart.
 */
import { readFileSync, statSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atBuildModule } from './at-build-values.js';

const QUERY = '?test-file=';
const GLOBALS = 'jest-globals:';
const PACKAGES = '/node_modules/';
/** The address of an own module, in a stack. */
export const ADDRESS = /file:[^\s()]+\?test-file=\d+/g;

/**
 * The test files that run, by their numbers.
 * @typedef {object} TestFile
 * @property {() => object} globals gives what `@jest/globals` exports to it
 * @property {readonly (readonly [pattern: string, path: string])[]} names modules that are others for own modules
 * @property {number} number of the modules that it imports from now on
 */
const testFiles = new Map();
let lastNumber = 0;

/** The sources of this worker without their types, with the time of the file's last change. */
const stripped = new Map();

function sourceOf(path) {
  if (path.endsWith('.at-build.ts')) return atBuildModule(path);
  const { mtimeMs } = statSync(path);
  const kept = stripped.get(path);
  if (kept?.mtimeMs === mtimeMs) return kept.source;
  // Modules know their address without the number: files are looked for beside them, by what it ends with.
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

/** What own modules of this worker import, without numbers, by the folder of the module and what it asks for. */
const resolvedImports = new Map();

/** Modules that an own module imports. Those that a package imports are left to Node. */
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

/** Node looks for the file and for each `package.json` above it, every time. */
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

/** A test file begins: its own modules are not those of another one. */
export function openTestFile(globals, names) {
  process[Symbol.for(GLOBALS)] ??= (number) => testFiles.get(number).globals();
  hooks ??= registerHooks({ resolve, load });
  const testFile = { globals, names };
  renewModules(testFile);
  return testFile;
}

/** What the test file imports from now on is loaded anew. */
export function renewModules(testFile) {
  lastNumber += 1;
  testFile.number = lastNumber;
  testFiles.set(lastNumber, testFile);
}

/** Forgets a test file that has ended. */
export function closeTestFile(testFile) {
  for (const [number, each] of testFiles) if (each === testFile) testFiles.delete(number);
}

/** Imports a module for a test file. */
export const importFor = (testFile, path) => import(pathToFileURL(path).href + QUERY + testFile.number);
