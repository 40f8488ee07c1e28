/**
 * Evaluates the parts of Make's expression language (IML) that the project's Make app uses, as documented by
 * Make.
 */
import { createHash, randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';

export type Scope = Record<string, unknown>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Converts a search text with slashes around it to a regular expression. */
function pattern(search: string): string | RegExp {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(search);
  return parts ? new RegExp(parts[1]!, parts[2]) : search;
}

const functions = {
  if_: (condition: unknown, then: unknown, otherwise: unknown) => (condition ? then : otherwise),
  ifempty: (value: unknown, otherwise: unknown) => (isEmpty(value) ? otherwise : value),
  replace: (text: string, search: string, by: string) => text.replace(pattern(search), by),
  sha256: (text: string, encoding: 'base64' | 'hex') => createHash('sha256').update(text).digest(encoding),
  join: (list: string[], by: string) => list.join(by),
  map: (list: Scope[], key: string) => list.map((each) => each[key]),
  addSeconds: (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000),
  addMinutes: (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000),
  toCollection: (list: Scope[] | undefined, key: string, value: string) =>
    Object.fromEntries((list ?? []).map((each) => [each[key], each[value]])),
  uuid_: () => randomUUID(),
};
/** Names of the collections that an expression can refer to. A missing collection is empty. */
const ROOTS = [
  'parameters',
  'connection',
  'webhook',
  'oauth',
  'query',
  'body',
  'headers',
  'item',
  'temp',
  'data',
];

function evaluate(expression: string, scope: Scope): unknown {
  const code = expression.replace(/'([^']*)'|\bif\(|\buuid\b|\./g, (found, text?: string) => {
    if (text !== undefined) return JSON.stringify(text);
    return { 'if(': 'if_(', uuid: 'uuid_()', '.': '?.' }[found] ?? found;
  });
  const empty = Object.fromEntries([...ROOTS, 'statusCode'].map((name) => [name, undefined]));
  return runInNewContext(code, {
    ...empty,
    ...functions,
    now: new Date(),
    emptyarray: [],
    emptystring: '',
    ...scope,
  });
}

/** Evaluates the expressions in a value from the app's definition. Omits undefined properties. */
export function transform(value: unknown, scope: Scope): any {
  if (typeof value === 'string') {
    const whole = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value);
    if (whole) return evaluate(whole[1]!, scope);
    return value.replace(/\{\{(.*?)\}\}/gs, (_, expression: string) => {
      const text = evaluate(expression, scope) as string | number | undefined;
      return String(text ?? '');
    });
  }
  if (Array.isArray(value)) return value.map((each) => transform(each, scope));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const made = transform(each, scope);
    return key === '{{...}}' ? Object.entries(made as Scope) : [[key, made] as const];
  });
  return Object.fromEntries(entries.filter(([, made]) => made !== undefined));
}
