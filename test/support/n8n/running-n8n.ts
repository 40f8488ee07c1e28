/**
 * Runs a real n8n with the packed nodes installed, on a free port and in a separate folder. Provides access
 * to its REST API.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../local/free-port.ts';
import { packNodes } from './installed-package.ts';

export interface RunningN8n {
  readonly url: string;
  /** Calls n8n's REST API and returns the response's `data`. Rejects if n8n refuses the request. */
  call(method: string, path: string, body?: unknown): Promise<any>;
  stop(): Promise<void>;
}

/** Installs the nodes into the folder's `nodes`, as n8n does with community packages. */
function installInto(folder: string): void {
  const nodes = join(folder, '.n8n/nodes');
  mkdirSync(nodes, { recursive: true });
  writeFileSync(join(nodes, 'package.json'), '{"name":"installed-nodes","private":true}');
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, packNodes(folder)], { cwd: nodes, stdio: 'ignore' });
}

/** Starts n8n and signs in as its owner. */
export async function startN8n(): Promise<RunningN8n> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-n8n-'));
  installInto(folder);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.env['N8N_BINARY'] ?? 'n8n', ['start'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      N8N_USER_FOLDER: folder,
      N8N_PORT: new URL(url).port,
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      WEBHOOK_URL: url,
      N8N_SECURE_COOKIE: 'false',
      // Prevents n8n from sending requests to its vendor's servers.
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_DISABLED_MODULES: 'mcp-registry',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      printed += chunk.toString();

      if (printed.includes('Editor is now accessible')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (cause) =>
      reject(new Error('n8n not found. Install it and set N8N_BINARY to its path.', { cause })),
    );
    child.once('exit', (code) => reject(new Error(`n8n ended with ${String(code)}:\n${printed}`)));
  });

  let cookie = '';
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0]!;
    const answer = JSON.parse(text);
    return answer.data ?? answer;
  };
  const owner = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Owner', password: 'Only4Tests' };
  await call('POST', '/rest/owner/setup', owner);
  return {
    url,
    call,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
