/**
 * Attacks sign-in with redirects to other sites, sign-ins started in another browser, and addresses that
 * resemble a member's.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sendRaw, type RawResponse } from './raw-request.ts';
import type { Target } from './target.ts';

const ELSEWHERE = [
  'https://evil.example',
  '//evil.example/console',
  '/console@evil.example',
  '/console.evil.example',
  '/console/..//evil.example',
  '/console/../v1/me',
  '/console/%2e%2e/v1/me',
  '/console\\..\\v1',
  '/console/\t/evil.example',
  '/console/\r\nset-cookie: a=b',
  '/console/sign-in',
  '/console/./callback',
  'javascript:alert(1)',
];

/** Addresses that resemble the demo account owner's address. */
const LOOKALIKES = [
  'owner+a@example.com',
  '"owner"@example.com',
  'owner@example.com.',
  'owner@example.com@evil.example',
  'owner@example.com,eve@evil.example',
  '\u212Bowner@example.com',
  'ow\u0274er@example.com',
  '\uff4fwner@example.com',
  'owner@example.com\u0000',
  'owner@example\u3002com.evil.example',
];

/**
 * Paths outside the console. The response must be a 404 or the console's page, but never one of the service's
 * files.
 */
const TRAVERSALS = [
  '/console/assets/../../package.json',
  '/console/assets/..%2f..%2fpackage.json',
  '/console/assets/%2e%2e/%2e%2e/outputs.json',
  '/console/assets/....//outputs.json',
  '/console/assets/__proto__',
  '/console/assets/constructor',
  '/console/../outputs.json',
  '/console/outputs.json%00.js',
];

const PAGE = { accept: 'text/html' };

export async function attackSignIns(target: Target): Promise<void> {
  const { baseUrl, outputs } = target.service;
  const own = new URL(baseUrl);
  const issuer = String(outputs['issuer']);

  for (const place of ELSEWHERE) {
    const path = `/console/sign-in?return_to=${encodeURIComponent(place)}`;
    const { status, headers } = await sendRaw(baseUrl, { path, headers: PAGE });
    target.check(
      status === 422,
      `sign-ins: ${JSON.stringify(place)} gets ${status} ${headers.location ?? ''}`,
    );
  }
  for (const name of ['host', 'x-forwarded-host', 'forwarded']) {
    const value = name === 'forwarded' ? 'host=evil.example' : 'evil.example';
    const { headers } = await sendRaw(baseUrl, { path: '/console/sign-in', headers: { [name]: value } });
    const to = new URL(headers.location ?? 'http://nowhere.invalid');
    const isOurs = to.origin === own.origin || to.searchParams.get('redirect_uri')?.startsWith(own.origin);
    target.check(isOurs === true, `sign-ins: ${name} leads to ${to.href}`);
  }
  const foreign = await sendRaw(issuer, {
    path: '/.well-known/openid-configuration',
    headers: { host: 'x.test' },
  });
  target.check(
    foreign.status === 421,
    `sign-ins: the issuer responds to another host with ${foreign.status}`,
  );

  const [owner, victim] = [new Visitor(baseUrl), new Visitor(baseUrl)];
  const response = await owner.toIssuerAndBack('owner@example.com');
  await victim.begin();
  const stolen = await victim.open(response);
  target.check(stolen.status === 403, `sign-ins: another browser's response gets ${stolen.status}`);
  target.check(victim.session === undefined, "sign-ins: another browser's response starts a session");
  await owner.open(response);
  target.check(owner.session !== undefined, 'sign-ins: a normal sign-in fails');
  await owner.open(response);
  const replayed = await owner.open(response);
  target.check(replayed.status === 403, `sign-ins: a repeated response gets ${replayed.status}`);

  for (const address of LOOKALIKES) {
    const visitor = new Visitor(baseUrl);
    const back = await visitor.toIssuerAndBack(address);
    if (back !== '') await visitor.open(back);
    target.check(visitor.session === undefined, `sign-ins: ${JSON.stringify(address)} can sign in`);
  }

  for (const path of TRAVERSALS) {
    const { status, text } = await sendRaw(baseUrl, { path });
    const isPage = status === 200 && text.startsWith('<!doctype html>');
    target.check(status === 404 || isPage, `sign-ins: ${path} gets ${status}`);
    target.check(!/management_key|"dependencies"/.test(text), `sign-ins: ${path} returns a file`);
  }
  const open = listeningElsewhere(target.service.process.pid);
  target.check(open.length === 0, `sign-ins: the service listens on ${open.join(', ')}`);
  const attempts = ELSEWHERE.length + LOOKALIKES.length + TRAVERSALS.length;
  target.print(`${attempts} e-mail addresses and return URLs`, 0, '4xx', 0, undefined, 'nobody');
}

/** Simulates a browser that stores the cookies of both hosts. */
class Visitor {
  readonly #jar = new Map<string, string>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get session(): string | undefined {
    return this.#jar.get('__Host-svc-session');
  }

  begin(): Promise<RawResponse> {
    return this.open(`${this.#baseUrl}/console/sign-in`);
  }

  /**
   * Signs in at the identity provider. Returns the URL that the identity provider redirects to, or an empty
   * string if it refuses the user.
   */
  async toIssuerAndBack(email: string): Promise<string> {
    const atIssuer = (await this.begin()).headers.location ?? '';
    const people = new URL((await this.open(atIssuer)).headers.location ?? '', atIssuer).href;
    const chosen = await this.open(people, `email=${encodeURIComponent(email)}`);
    const { location } = chosen.headers;
    return location === undefined ? '' : ((await this.open(location)).headers.location ?? '');
  }

  async open(address: string, form?: string): Promise<RawResponse> {
    const url = new URL(address);
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await sendRaw(url.origin, {
      method: form === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        ...PAGE,
        cookie,
        host: url.host,
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { body: form }),
    });
    for (const set of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '' || set.includes('Max-Age=0')) this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return response;
  }
}

/**
 * Returns all non-loopback addresses that the process listens on (Linux: proc_pid_net and proc_pid_fd, state
 * 0A).
 */
function listeningElsewhere(pid: number | undefined): string[] {
  const table = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${String(pid)}/net/${name}`, 'utf8')
      .split('\n')
      .slice(1),
  );
  const sockets = socketsOf(pid);
  return table.flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, local = '', , state] = fields;
    const isOurs = state === '0A' && sockets.has(fields[9] ?? '');
    const isLoopback =
      /^(?:0100007F|00000000000000000000000001000000|0000000000000000FFFF00000100007F):/.test(local);
    return isOurs && !isLoopback ? [local] : [];
  });
}

/** Returns the inodes of the process's open sockets. */
function socketsOf(pid: number | undefined): Set<string> {
  const folder = `/proc/${String(pid)}/fd`;
  const links = readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      return [];
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.slice(1) ?? []));
}
