/** Runs WordPress on this machine, and publishes HTML with its block editor. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { unzip } from '../../../local/custom-resources/unzip.ts';
import { installFrameworks, type Workspace } from './workspace.ts';

const VERSION = '6.5';
const PASSWORD = 'password';

/** PHP versions that aren't needed. A small package replaces them, which saves 135 MB of downloads. */
const UNUSED_PHP = ['5-2', '7-4', '8-0', '8-1', '8-2', '8-4', '8-5'];

/** Roles in WordPress. The website has a user for each one, with the role's name. */
export type Role = 'administrator' | 'editor' | 'author';

export interface WordPress {
  /**
   * Adds a page with a Custom HTML block as a user with this role. Adds a post if the role can't add pages.
   * @returns the address of the page or post
   */
  publish(role: Role, html: string): Promise<string>;
  stop(): Promise<void>;
}

/** Creates the users, and turns off the editor's welcome message and the avatars, which come from the internet. */
const SETUP = `<?php
require '/wordpress/wp-load.php';
update_option('show_avatars', 0);
foreach (['administrator', 'editor', 'author'] as $role) {
  $id = wp_insert_user(['user_login' => $role, 'user_pass' => '${PASSWORD}', 'role' => $role]);
  $preferences = ['core/edit-post' => ['welcomeGuide' => false], '_modified' => '2024-01-01T00:00:00.000Z'];
  update_user_meta($id, 'wp_persisted_preferences', $preferences);
}`;

/** Copies an installed WordPress, whose PHP files are in a zip and whose other files are in a folder. */
function copyWordPress(workspace: Workspace, folder: string): void {
  const builds = workspace.packageFolder('@wp-playground/wordpress-builds');
  const zip = readFileSync(join(builds, `src/wordpress/wp-${VERSION}.zip`));
  for (const [path, content] of unzip(zip)) {
    if (path.endsWith('/')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  cpSync(join(builds, `public/wp-${VERSION}`), folder, { recursive: true });
}

/** Opens a window that only loads from this machine. */
export async function openLocally(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US' });
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  return context;
}

/** Installs WordPress from the npm registry, and starts it without access to the internet. */
export async function startWordPress(browser: Browser): Promise<WordPress> {
  const workspace = await installFrameworks(
    { '@wp-playground/cli': '3.1.56', '@wp-playground/wordpress-builds': '0.9.19' },
    Object.fromEntries(UNUSED_PHP.map((php) => [`@php-wasm/node-${php}`, 'npm:wasm-feature-detect@1.8.0'])),
  );
  const folder = workspace.write({
    'blueprint.json': JSON.stringify({
      preferredVersions: { php: '8.3', wp: 'latest' },
      steps: [{ step: 'runPHP', code: SETUP }],
    }),
  });
  copyWordPress(workspace, join(folder, 'wordpress'));
  const constants = ['WP_HTTP_BLOCK_EXTERNAL', 'DISABLE_WP_CRON', 'AUTOMATIC_UPDATER_DISABLED'];
  const server = await workspace.serve(folder, [
    'wp-playground-cli',
    'server',
    ...['--mount-before-install', `${join(folder, 'wordpress')}:/wordpress`],
    ...['--wordpress-install-mode', 'do-not-attempt-installing'],
    ...['--blueprint', 'blueprint.json'],
    ...['--workers', '1'],
    ...constants.flatMap((name) => ['--define-bool', name, 'true']),
    '--port',
  ]);
  return {
    async publish(role, html) {
      const context = await openLocally(browser);
      const page = await context.newPage();
      // WordPress can need a minute to publish a page.
      page.setDefaultTimeout(120_000);
      const editor = `/wp-admin/post-new.php${role === 'author' ? '' : '?post_type=page'}`;
      await page.goto(`${server.url}wp-login.php?redirect_to=${encodeURIComponent(editor)}`);
      await page.getByLabel('Username').fill(role);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log In' }).click();
      const canvas = page.frameLocator('[name=editor-canvas]');
      await canvas.getByLabel('Add title').fill('Contact');
      await canvas.getByLabel('Add title').press('Enter');
      await page.keyboard.type('/html');
      await page.getByRole('option', { name: 'Custom HTML' }).click();
      await canvas.getByRole('textbox', { name: 'HTML' }).fill(html);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const panel = page.getByLabel('Editor publish');
      await panel.getByRole('button', { name: 'Publish', exact: true }).click();
      const address = await panel.getByRole('link', { name: /^View (Page|Post)/ }).getAttribute('href');
      await context.close();
      return address!;
    },
    async stop() {
      await server.stop();
      workspace.remove();
    },
  };
}
