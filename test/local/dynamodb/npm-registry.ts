/** Runs a small npm registry on loopback, which provides packages with a DynamoDB emulator to download. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface Published {
  readonly tarball: Buffer;
  readonly integrity: string;
  readonly manifest: object;
}

/** The tarball's defect, or `silent` if the registry accepts requests but never responds. */
type Damage = 'none' | 'other content' | 'cut off' | 'stops' | 'silent';

export class NpmRegistry {
  /** Paths of all requests so far. */
  readonly requests: string[] = [];
  damage: Damage = 'none';
  readonly #published = new Map<string, Published>();
  readonly #server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url);
    this.requests.push(path);
    if (this.damage === 'silent') return;
    const [, name = '', tarball] = /^\/(@[^/]+\/[^/]+)(\/-\/.*)?$/.exec(path) ?? [];
    const found = this.#published.get(name);
    if (found === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    else if (tarball === undefined) response.end(JSON.stringify(this.#packument(name, found)));
    else this.#send(response, found.tarball);
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /**
   * Publishes version 1.2.1 of a package for one platform, like the emulator's publisher.
   * @param folder for temporary files
   * @returns its checksum
   */
  publish(folder: string, platform: string, arch: string, program: string, content: string): string {
    const name = `@dynoxide/${platform}-${arch}`;
    const manifest = { name, version: '1.2.1', os: [platform], cpu: [arch] };
    const packing = mkdtempSync(join(folder, 'packing-'));
    mkdirSync(join(packing, 'package'));
    writeFileSync(join(packing, 'package/package.json'), JSON.stringify(manifest));
    writeFileSync(join(packing, 'package', program), content);
    execFileSync('tar', ['-czf', join(packing, 'package.tgz'), '-C', packing, 'package']);
    const tarball = readFileSync(join(packing, 'package.tgz'));
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    this.#published.set(name, { tarball, integrity, manifest });
    return integrity;
  }

  #packument(name: string, { manifest, integrity }: Published): object {
    const dist = { integrity, tarball: `${this.url}${name}/-/package.tgz` };
    return { name, 'dist-tags': { latest: '1.2.1' }, versions: { '1.2.1': { ...manifest, dist } } };
  }

  #send(response: ServerResponse, tarball: Buffer): void {
    response.setHeader('content-length', tarball.length);
    if (this.damage === 'none') response.end(tarball);
    else if (this.damage === 'other content') response.end(Buffer.alloc(tarball.length, 7));
    else {
      response.write(tarball.subarray(0, tarball.length / 2));
      if (this.damage === 'cut off') setImmediate(() => response.destroy());
    }
  }
}
