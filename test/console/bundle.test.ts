/**
 * Tests the files that the browser loads: size budgets, names, languages, and the only inline style that a
 * dependency adds.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ASSETS, PAGE, SIZES } from '../../lambdas/console/console-files.at-build.ts';
import { IOS_DIALOG_STYLE } from '../../lambdas/console/security-policy.ts';

const KILOBYTE = 1024;
const text = (file: { readonly brotli?: string } | undefined): string =>
  brotliDecompressSync(Buffer.from(file?.brotli ?? '', 'base64')).toString();

it('loads at most 150 KB of scripts at startup', () => {
  expect(SIZES.entry).toBeLessThanOrEqual(150 * KILOBYTE);
});

it('has at most 330 KB of scripts per language', () => {
  // Data requests and imports take up 9 KB, which users load only with the account and form screens.
  process.stdout.write(`All scripts in one language: ${(SIZES.all / KILOBYTE).toFixed(1)} KB after gzip\n`);
  expect(SIZES.all).toBeLessThanOrEqual(330 * KILOBYTE);
});

it('has at most 20 KB of styles', () => {
  expect(SIZES.styles).toBeLessThanOrEqual(20 * KILOBYTE);
});

it('names every file after its content hash and compresses it with both encodings if that saves bytes', () => {
  for (const [name, file] of Object.entries(ASSETS)) {
    expect(name).toMatch(/^[\w.-]+\.[A-Za-z0-9]{8}\.(js|css|woff2|svg)$/);
    if (name.endsWith('.woff2')) expect(Object.keys(file).sort()).toEqual(['plain', 'type']);
    else expect(gunzipSync(Buffer.from(file.gzip ?? '', 'base64')).toString()).toBe(text(file));
  }
});

it('has a start page that contains no inline code or styles and refers only to existing files', () => {
  const page = text(PAGE);
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  const files = [...page.matchAll(/(?:src|href)="\/console\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((name) => !(name in ASSETS))).toEqual([]);
});

it("leaves out React Aria's texts in languages that the console doesn't support", () => {
  const scripts = Object.entries(ASSETS).filter(([name]) => name.endsWith('.js'));
  const all = scripts.map(([, file]) => text(file)).join('\n');
  // The Russian and Polish words for "Dismiss", from React Aria's overlays.
  expect(all).toContain('Пропустить');
  expect(all).not.toContain('Zignoruj');
});

it('allows the one inline style that React Aria adds on iOS', () => {
  const folder = join(import.meta.dirname, '../../node_modules/react-aria/dist/private/overlays');
  const source = readFileSync(join(folder, 'usePreventScroll.mjs'), 'utf8');
  const [, style = ''] = /style\.textContent = `\n([^`]+)`\.trim\(\)/.exec(source) ?? [];
  const hash = createHash('sha256').update(style.trim()).digest('base64');
  expect(IOS_DIALOG_STYLE).toBe(`'sha256-${hash}'`);
});
