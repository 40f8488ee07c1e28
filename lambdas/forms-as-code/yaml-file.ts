/** Parses YAML into plain values and records the position of each key and value. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { FileRefused, type Fault, type FilePath, type Place } from './file-fault.ts';

/** Maximum size of a file, in characters. */
const MAX_LENGTH = 5_000_000;
/** Maximum number of values, including values repeated by aliases. */
const MAX_VALUES = 500_000;
/** Maximum depth of nested values. */
const MAX_DEPTH = 50;

export interface YamlFile {
  readonly value: unknown;
  /** Returns the position of a key or value. If there is none, returns the position of the closest parent. */
  readonly placeOf: (path: FilePath, ofKey: boolean) => Place;
}

/** Parser errors that need a clearer message than the parser's own. */
const MESSAGES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Tabs are not allowed as indentation. Use spaces.',
  MULTIPLE_DOCS: 'The file must contain a single document. Remove the line "---".',
  RESOURCE_EXHAUSTION: 'The file is nested too deeply.',
};

interface Positions {
  key?: number;
  value: number;
}

/**
 * Parses a file. Numbers, booleans and null follow YAML 1.2, so `no` and dates are text.
 * @throws FileRefused
 */
export function readYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const refuse = (message: string, offset: number): never => {
    throw new FileRefused([{ path: [], message, place: at(offset) }]);
  };
  if (text.length > MAX_LENGTH)
    throw new FileRefused([
      { path: [], message: `The file must be at most ${MAX_LENGTH} characters long.`, place: START },
    ]);
  const document = parsed(text, lines);
  const issues = [...document.errors, ...document.warnings];
  // If the file is nested too deeply, report only this issue, because it causes all the others.
  const depth = issues.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const faults = (depth ? [depth] : issues).map(({ code, message, pos }): Fault => ({
    path: [],
    message: MESSAGES[code] ?? message,
    place: at(pos[0]),
  }));
  if (faults.length > 0) throw new FileRefused(faults);

  const positions = new Map<string, Positions>();
  const anchors = new Map<string, Node>();
  let values = 0;

  function valueOf(node: unknown, path: FilePath, offset: number, open: readonly Node[]): unknown {
    values += 1;
    if (values > MAX_VALUES)
      refuse(`The file must contain at most ${MAX_VALUES} values, with aliases.`, offset);
    if (path.length > MAX_DEPTH || open.length > MAX_DEPTH)
      refuse(`Values must be nested at most ${MAX_DEPTH} levels deep.`, offset);
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target || open.includes(target))
        return refuse(`The alias *${node.source} must refer to an anchor that ends before it.`, offset);
      return valueOf(target, path, offset, [...open, target]);
    }
    if (isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return node.value;
    }
    if (isSeq(node)) {
      const items = node.items.map((item, index) => {
        const start = startOf(item, offset);
        const itemPath = [...path, index];
        positions.set(keyOf(itemPath), { value: start });
        return valueOf(item, itemPath, start, open);
      });
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return items;
    }
    if (!isMap(node)) return null;
    const entries = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      const keyStart = startOf(key, offset);
      const name = isScalar(key) && key.value !== null ? key.source : undefined;
      if (name === undefined) return refuse('A key must be text.', keyStart);
      if (name === '__proto__') return refuse('"__proto__" can\'t be used as a key.', keyStart);
      if (entries.has(name))
        return refuse(`"${name}" is already set above. Remove one of the two.`, keyStart);
      const start = startOf(value, keyStart);
      const entryPath = [...path, name];
      positions.set(keyOf(entryPath), { key: keyStart, value: start });
      entries.set(name, valueOf(value, entryPath, start, open));
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    return Object.fromEntries(entries);
  }

  const value = valueOf(document.contents, [], startOf(document.contents, 0), []);
  return {
    value,
    placeOf: (path, ofKey) => {
      for (let length = path.length; length > 0; length -= 1) {
        const found = positions.get(keyOf(path.slice(0, length)));
        if (!found) continue;
        // If the value itself is missing, show the position of its parent's key.
        const isParent = length < path.length;
        return at((ofKey || isParent) && found.key !== undefined ? found.key : found.value);
      }
      return START;
    },
  };
}

const START: Place = { line: 1, column: 1 };

function parsed(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, version: '1.2' });
  } catch (error) {
    // The parser is recursive, so deeply nested values can overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new FileRefused([{ path: [], message: 'The file is nested too deeply.', place: START }]);
  }
}

/** Converts a path to a lookup key. Writes list indexes as strings, as the API's rules do. */
const keyOf = (path: FilePath): string => JSON.stringify(path.map(String));

function startOf(node: unknown, otherwise: number): number {
  const isNode = isAlias(node) || isScalar(node) || isMap(node) || isSeq(node);
  return (isNode ? node.range?.[0] : undefined) ?? otherwise;
}
