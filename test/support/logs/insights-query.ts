/**
 * Evaluates the part of CloudWatch Logs Insights' query language that the saved queries use (AWS: "CloudWatch
 * Logs Insights language query syntax"). Anything else throws an error.
 */

/** A log line: its JSON properties, keyed by dotted name, and its text as `@message`. */
export type Line = Readonly<Record<string, unknown>>;

export interface Query {
  /** Names of all fields that the query reads, except those that CloudWatch adds, such as `@log`. */
  readonly fields: readonly string[];
  /** Returns true if the line matches the query's filters. */
  readonly keeps: (line: Line) => boolean;
}

const TOKEN = /\s*(\/(?:\\.|[^/\\])*\/|"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?|[<>!]=|[<>=]|[()[\],*]|[@\w.]+)/y;
const COMPARE: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const FUNCTIONS = new Set(['count', 'avg', 'max', 'min', 'sum']);

/** Parses a line of a log file. */
export function lineOf(text: string): Line {
  const flat: Record<string, unknown> = { '@message': text };
  const add = (prefix: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) flat[prefix] = value;
    else
      for (const [name, each] of Object.entries(value)) add(prefix === '' ? name : `${prefix}.${name}`, each);
  };
  add('', JSON.parse(text));
  return flat;
}

/** @throws Error that names the invalid part */
export function parseQuery(text: string): Query {
  const fields = new Set<string>();
  const filters: Query['keeps'][] = [];
  const aliases = new Set<string>();
  for (const part of text.split(/\n\| /)) {
    const [, command = '', rest = ''] = /^(\w+) ([^]+)$/.exec(part) ?? [];
    const reader = new Reader(rest, fields);
    switch (command) {
      case 'filter':
        filters.push(reader.condition());
        break;
      case 'fields':
        reader.list(() => reader.name());
        break;
      case 'stats':
        reader.list(() => {
          reader.aggregate();
          reader.take('as');
          aliases.add(reader.next());
        });
        reader.take('by');
        reader.list(() => reader.name());
        break;
      case 'sort': {
        const name = reader.next();
        if (!aliases.has(name)) fields.add(name);
        if (['asc', 'desc'].includes(reader.peek())) reader.next();
        break;
      }
      case 'limit':
        if (!/^\d+$/.test(reader.next())) throw new Error(`Not a number: ${part}`);
        break;
      default:
        throw new Error(`Unknown command: ${part}`);
    }
    reader.end();
  }
  return {
    fields: [...fields].filter((name) => !name.startsWith('@')),
    keeps: (line) => filters.every((keeps) => keeps(line)),
  };
}

class Reader {
  readonly #tokens: string[] = [];
  readonly #fields: Set<string>;

  constructor(text: string, fields: Set<string>) {
    this.#fields = fields;
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex;
      const token = TOKEN.exec(text)?.[1];
      if (token === undefined) throw new Error(`Unexpected text: ${text.slice(at)}`);
      this.#tokens.push(token);
    }
  }

  peek(): string {
    return this.#tokens[0] ?? '';
  }

  next(): string {
    const token = this.#tokens.shift();
    if (token === undefined) throw new Error('The command is incomplete');
    return token;
  }

  take(expected: string): void {
    const token = this.next();
    if (token !== expected) throw new Error(`Expected ${expected}, not ${token}`);
  }

  end(): void {
    if (this.#tokens.length > 0) throw new Error(`Unexpected text at the end: ${this.#tokens.join(' ')}`);
  }

  list(read: () => unknown): void {
    read();
    while (this.peek() === ',') {
      this.next();
      read();
    }
  }

  name(): string {
    const token = this.next();
    if (!/^[@A-Za-z_][\w.]*$/.test(token)) throw new Error(`Not a field: ${token}`);
    this.#fields.add(token);
    return token;
  }

  aggregate(): void {
    const name = this.next();
    if (!FUNCTIONS.has(name)) throw new Error(`Unknown function: ${name}`);
    this.take('(');
    if (this.peek() === '*') this.next();
    else this.name();
    this.take(')');
  }

  condition(): Query['keeps'] {
    let left = this.#all();
    while (this.peek() === 'or') {
      this.next();
      const [before, after] = [left, this.#all()];
      left = (line) => before(line) || after(line);
    }
    return left;
  }

  #all(): Query['keeps'] {
    let left = this.#one();
    while (this.peek() === 'and') {
      this.next();
      const [before, after] = [left, this.#one()];
      left = (line) => before(line) && after(line);
    }
    return left;
  }

  #one(): Query['keeps'] {
    if (this.peek() === '(') {
      this.next();
      const inner = this.condition();
      this.take(')');
      return inner;
    }
    const name = this.name();
    const operator = this.next();
    if (operator === 'in') {
      const values: unknown[] = [];
      this.take('[');
      this.list(() => values.push(this.#value()));
      this.take(']');
      return (line) => values.includes(line[name]);
    }
    if (operator === 'like') {
      const pattern = new RegExp(this.next().slice(1, -1));
      return (line) => typeof line[name] === 'string' && pattern.test(line[name]);
    }
    const compare = COMPARE[operator];
    if (!compare) throw new Error(`Unknown operator: ${operator}`);
    const value = this.#value();
    return (line) => {
      const found = line[name];
      if (typeof found !== 'string' && typeof found !== 'number') return false;
      // CloudWatch compares numbers in strings as numbers.
      const comparable = typeof value === 'number' ? Number(found) : String(found);
      return !Number.isNaN(comparable) && compare(comparable, value);
    };
  }

  #value(): string | number {
    const token = this.next();
    if (token.startsWith('"')) return JSON.parse(token) as string;
    if (!/^-?\d/.test(token)) throw new Error(`Not a value: ${token}`);
    return Number(token);
  }
}
