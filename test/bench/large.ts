/**
 * Measures the deployed streaming function in a separate process on the emulators: the time for a 50 MB
 * submission, and the memory for one submission and for 20 concurrent submissions.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keptBundles } from '../../lib/bundling/kept-bundles.ts';
import { freePort } from '../../local/free-port.ts';
import { makeAccount } from '../support/samples/account-with-forms.ts';
import { loadOfMachine } from './figures.ts';
import { withOperations } from './with-operations.ts';

const MEGABYTE = 1_048_576;
const FILE_BYTES = 50 * MEGABYTE;
const HEAD = Buffer.from('--b\r\ncontent-disposition: form-data; name="film"; filename="film.mp4"\r\n\r\n');
const TAIL = Buffer.from('\r\n--b--\r\n');
const PIECE = Buffer.alloc(256 * 1024, 'film');

export async function benchLarge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-large-'));
  await withOperations(async ({ stores, call }) => {
    const account = await makeAccount(stores, call, { plan: 'team' });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const entry = join((await keptBundles()).get('large-posts/serve-posts') ?? '', 'index.mjs');
    const port = await freePort();
    const front = spawn(process.execPath, [entry], {
      env: {
        ...process.env,
        AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}`,
        // Must match the value in lib/large-posts/post-front.ts.
        MAX_POST_BYTES: String(100 * MEGABYTE),
        POST_DISK_BYTES: String(448 * MEGABYTE),
        TMPDIR: folder,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      await untilListening(port);
      const megabytes = () => Math.round(peakBytes(front.pid ?? 0) / MEGABYTE);
      console.log(`idle: ${megabytes()} MB of memory; ${loadOfMachine()}`);
      console.log(`one 50 MB post: ${await seconds(() => post(port, slug))} s, ${megabytes()} MB`);
      const twenty = () => Promise.all(Array.from({ length: 20 }, () => post(port, slug)));
      console.log(`twenty concurrent posts: ${await seconds(twenty)} s, ${megabytes()} MB (goal: below 300)`);
    } finally {
      front.kill();
      await once(front, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function seconds(run: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await run();
  return ((performance.now() - started) / 1000).toFixed(1);
}

/** Returns the process's peak memory in bytes, as reported by Linux. */
function peakBytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen === true) return;
    await pause(20);
  }
}

/** Sends the file in chunks, so that the benchmark process doesn't hold it in memory. */
function post(port: number, slug: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: `/v1/f/${slug}`,
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': HEAD.length + FILE_BYTES + TAIL.length,
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      if (response.statusCode === 201) response.once('end', resolve);
      else reject(new Error(`The front responded with ${response.statusCode ?? 0}`));
    });
    void (async () => {
      sent.write(HEAD);
      for (let length = 0; length < FILE_BYTES; length += PIECE.length)
        if (!sent.write(PIECE)) await once(sent, 'drain');
      sent.end(TAIL);
    })().catch(reject);
  });
}
