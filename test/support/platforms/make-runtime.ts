/** Runs the components of a Make app as documented by Make: requests, pagination, output and webhooks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform, type Scope } from './iml.ts';

export interface MakeApp {
  readonly definition: any;
  /** Returns one of an app component's code files, parsed as JSON. */
  code(kind: string, name: string, code: string): any;
  /**
   * Runs one or more of a component's requests with the app's shared base settings. Returns the output and
   * the saved values.
   */
  component(requests: unknown, scope: Scope): Promise<{ output: any; data: Scope }>;
  /** Runs a connection request, which doesn't use the app's shared base settings. */
  oauth(request: unknown, scope: Scope): Promise<{ output: any; data: Scope }>;
  /** Runs a module and returns its output. For search modules, the output is a list. */
  module(name: string, scope: Scope): Promise<any>;
  rpc(name: string, scope: Scope): Promise<any[]>;
  /** Handles a webhook request. Returns the response status, and the data that is passed to the scenario. */
  webhook(name: string, scope: Scope): { status: number; output?: any };
}

export function makeAppIn(folder: string): MakeApp {
  const read = (file: string): any => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const definition = read('makecomapp.json');
  const base = read(definition.generalCodeFiles.base);
  const code = (kind: string, name: string, part: string): any =>
    read(definition.components[kind][name].codeFiles[part]);

  async function request(
    spec: any,
    scope: Scope,
    isOauth: boolean,
  ): Promise<{ output: any; scope: Scope; data: Scope }> {
    const withTemp = {
      ...scope,
      temp: { ...(scope['temp'] as Scope), ...transform(spec.temp ?? {}, scope) },
    };
    const shared = isOauth ? {} : base;
    const results: unknown[] = [];
    let qs = transform(spec.qs ?? {}, withTemp);
    for (;;) {
      const response = await send(spec, shared, qs, withTemp);
      const seen = { ...withTemp, ...response };
      const after = { ...seen, temp: { ...withTemp.temp, ...transform(spec.response?.temp ?? {}, seen) } };
      const data = transform(spec.response?.data ?? {}, after);
      const { iterate, output = '{{body}}', limit } = spec.response ?? {};
      if (iterate === undefined) return { output: transform(output, after), scope: after, data };
      const { container, condition = true } = typeof iterate === 'string' ? { container: iterate } : iterate;
      for (const item of transform(container, after) as unknown[])
        if (transform(condition, { ...after, item })) results.push(transform(output, { ...after, item }));
      const most = Number(transform(limit ?? Infinity, after));
      const more = spec.pagination && results.length < most && transform(spec.pagination.condition, after);
      if (!more) return { output: results.slice(0, most), scope: after, data };
      qs = { ...qs, ...transform(spec.pagination.qs, after) };
    }
  }

  async function send(spec: any, shared: any, qs: Scope, scope: Scope): Promise<Scope> {
    const path: string = transform(spec.url, scope);
    const url = new URL(path.startsWith('/') ? `${transform(shared.baseUrl, scope)}${path}` : path);
    for (const [name, value] of Object.entries(qs))
      url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
    const method: string = transform(spec.method ?? 'GET', scope);
    const headers: Record<string, string> = transform({ ...shared.headers, ...spec.headers }, scope);
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...contentType(spec.type, method) },
      ...(method !== 'GET' &&
        spec.body !== undefined && { body: encode(spec.type, transform(spec.body, scope)) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const body = isJson && text !== '' ? JSON.parse(text) : text;
    const seen = { body, statusCode: response.status, headers: Object.fromEntries(response.headers) };
    if (response.status < 400) return seen;
    const errors = spec.response?.error ?? shared.response?.error ?? {};
    const { message, type = 'RuntimeError' } = errors[String(response.status)] ?? errors;
    throw new Error(`${type}: ${transform(message ?? '{{statusCode}}', { ...scope, ...seen })}`);
  }

  async function run(requests: unknown, scope: Scope, isOauth = false) {
    let current: Scope = scope;
    let output: unknown;
    const data: Scope = {};
    for (const spec of Array.isArray(requests) ? requests : [requests]) {
      const done = await request(spec, current, isOauth);
      current = done.scope;
      output = done.output;
      Object.assign(data, done.data);
    }
    return { output, data };
  }

  return {
    definition,
    code,
    component: (requests, scope) => run(requests, scope),
    oauth: (request, scope) => run(request, scope, true),
    module: async (name, scope) => (await run(code('module', name, 'communication'), scope)).output,
    rpc: async (name, scope) => (await run(code('rpc', name, 'communication'), scope)).output as any[],
    webhook(name, scope) {
      const { verification, condition, output } = code('webhook', name, 'communication');
      if (!transform(verification.condition, scope)) return { status: verification.respond.status };
      if (!transform(condition, scope)) return { status: 200 };
      return { status: 200, output: transform(output, scope) };
    },
  };
}

const contentType = (type = 'json', method: string): Record<string, string> =>
  method === 'GET' || type === 'text'
    ? {}
    : { 'content-type': type === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'application/json' };

const encode = (type = 'json', body: any): string => {
  if (type === 'urlencoded') return new URLSearchParams(body).toString();
  return type === 'text' && typeof body === 'string' ? body : JSON.stringify(body);
};
