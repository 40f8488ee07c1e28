/**
 * Tests local secrets: values that are generated once or added manually, and reading them with the clients of
 * both stores.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunnerFolder } from '../../local/runner-folder.ts';
import { LocalSecrets } from '../../local/secrets/local-secrets.ts';
import { Stack } from '../../local/template/stack.ts';

const NOWHERE = 'http://127.0.0.1:1';
const arn = (id: string): string => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${id}`;
const PARAMETER = 'arn:aws:ssm:eu-west-1:123456789012:parameter/mine';

let directory: string;
let folder: RunnerFolder;
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'svc-secrets-'));
  folder = await RunnerFolder.open(path.join(directory, 'state'));
});
afterEach(async () => {
  await folder.stop();
  rmSync(directory, { recursive: true });
});

function stackOf(ids: readonly string[], secretOf?: (arn: string, where: string) => string): Stack {
  const secrets = ids.map((id) => [id, { Type: 'AWS::SecretsManager::Secret', Properties: {} }]);
  const value = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'First' }, ':SecretString:::}}']] };
  const template = { Resources: Object.fromEntries(secrets), Outputs: { Value: { Value: value } } };
  writeFileSync(path.join(directory, 's.template.json'), JSON.stringify(template));
  writeFileSync(path.join(directory, 's.assets.json'), '{}');
  const addresses = { sqsEndpoint: NOWHERE, apiEndpoint: NOWHERE, ...(secretOf && { secretOf }) };
  return Stack.read(directory, 's', addresses);
}
const file = (): string => folder.file('secrets.json');

it('generates a secret once in a file that only its owner can read and deletes it with its resource', () => {
  const first = new LocalSecrets(folder);
  first.update(stackOf(['First', 'Second']));
  const { value } = first.find(arn('First'))!;
  expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(first.find(arn('Second'))!.value).not.toBe(value);
  expect(statSync(file()).mode & 0o777).toBe(0o600);

  const second = new LocalSecrets(folder);
  second.update(stackOf(['First']));
  expect(second.find(arn('First'))!.value).toBe(value);
  expect(second.find(arn('Second'))).toBeUndefined();
  expect(readFileSync(file(), 'utf8')).not.toContain('Second');
});

it('keeps values that were added manually', () => {
  writeFileSync(file(), JSON.stringify({ [PARAMETER]: 'my value' }));
  new LocalSecrets(folder).update(stackOf(['First']));
  const secrets = new LocalSecrets(folder);
  secrets.update(stackOf([]));
  expect(secrets.find(PARAMETER)!.value).toBe('my value');
  expect(secrets.find(arn('First'))).toBeUndefined();
});

it('replaces references in the template and names any reference without a value', () => {
  const secrets = new LocalSecrets(folder);
  const stack = stackOf(['First'], (each, where) => secrets.valueOf(each, where));
  expect(() => secrets.valueOf(arn('First'), 'Outputs.Value')).toThrow(
    `Outputs.Value refers to ${arn('First')}; add it with its value to ${file()}`,
  );
  secrets.update(stack);
  expect(stack.outputs()).toEqual({ Value: secrets.find(arn('First'))!.value });
});

it.each([
  ['{"a": ', 'is not JSON'],
  ['{"a": 1}', 'has the wrong format: a'],
  ['{"a": {"value": "top secret", "stored_at": "yesterday"}}', 'has the wrong format: a'],
])('refuses the file %s without showing its content', (content, reason) => {
  writeFileSync(file(), content);
  const read = (): unknown => new LocalSecrets(folder);
  expect(read).toThrow(`${file()} ${reason}`);
  expect(read).not.toThrow(/top secret/);
});
