/**
 * Tests that the Terraform module matches the template. Reads the module as text without running Terraform.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parameters } from '../../lib/release/template/parameters.ts';

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../terraform', name), 'utf8');

it('passes every parameter of the template except the URL, because it uploads the assets itself', () => {
  const [, block = ''] = /parameters = \{ for name, value in \{\n([^}]*)\}/.exec(read('main.tf')) ?? [];
  const passed = Array.from(block.matchAll(/^ +(\w+) +=/gm), ([, name]) => name);
  expect([...passed, 'AssetsUrl'].toSorted()).toEqual(Object.keys(parameters).toSorted());
});

it('declares the variables that it uses and describes each of them', () => {
  const variables = read('variables.tf')
    .split(/^variable "/m)
    .slice(1);
  const names = variables.map((text) => text.slice(0, text.indexOf('"')));
  const used = Array.from(read('main.tf').matchAll(/\bvar\.(\w+)/g), ([, name]) => name);
  expect(new Set(used)).toEqual(new Set(names));
  for (const text of variables) expect(text).toMatch(/\n {2}description = "[A-Z].*\."\n/);
});

it('has the same defaults as the template', () => {
  const defaults = Object.fromEntries(
    Array.from(
      read('variables.tf').matchAll(/^variable "(\w+)" \{[^}]*?\n {2}default +=(.*)$/gm),
      ([, name, value]) => [name, (value ?? '').trim().replaceAll('"', '')],
    ),
  );
  expect(defaults).toMatchObject({
    stage: parameters['Stage']?.Default,
    canary: parameters['Canary']?.Default,
    large_posts: parameters['LargePosts']?.Default,
    log_retention_days: String(parameters['LogRetentionDays']?.Default),
    spam_retention_days: String(parameters['SpamRetentionDays']?.Default),
    deletion_protection: parameters['DeletionProtection']?.Default,
  });
});
