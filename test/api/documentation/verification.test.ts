/**
 * Runs the verification code in `docs/automations/verify.md` on requests signed by the Standard Webhooks
 * library. Node is always tested. `ALL_LANGUAGES=1` adds Python, Go, PHP, Ruby and Java, which must be
 * installed.
 */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { snippets } from '../../../console/webhooks/settings/verification-snippets.ts';
import { recipe } from '../../support/documentation/recipes.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Case {
  readonly name: string;
  readonly verified: boolean;
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns one line of input for a verification program. Each line contains the parts of a request in base64,
 * separated by spaces, so that the programs don't need to parse JSON.
 */
const lineOf = ({ secret, body, headers }: Case): string =>
  [
    secret,
    body,
    headers['webhook-id'],
    headers['webhook-timestamp'],
    headers['webhook-signature'],
    headers['x-svc-signature'],
  ]
    .map((text = '') => `=${Buffer.from(text).toString('base64')}`)
    .join(' ');

const bodyAt = (at: number): string =>
  JSON.stringify({
    type: 'submission.created',
    id: 'whd_1',
    created_at: new Date(at).toISOString(),
    data: { payload: { name: 'Grüße 🙂', created_at: '1970-01-01T00:00:00.000Z' } },
  });

function signed(at: number, secret = SECRET, body = bodyAt(at)): Pick<Case, 'secret' | 'body' | 'headers'> {
  return {
    secret,
    body,
    headers: {
      'webhook-id': 'whd_1',
      'webhook-timestamp': String(Math.floor(at / SECOND)),
      'webhook-signature': new Webhook(secret).sign('whd_1', new Date(at), body),
      'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  };
}

/** Returns requests and the handwritten expected results of `verify`. */
function standardCases(now: number): Case[] {
  const good = signed(now);
  const signature = good.headers['webhook-signature']!;
  const old = signed(now, OLD_SECRET).headers['webhook-signature']!;
  const withHeaders = (headers: Record<string, string>) => ({
    ...good,
    headers: { ...good.headers, ...headers },
  });
  const withTimestamp = (text: string) => {
    const digest = createHmac('sha256', Buffer.alloc(32, 7)).update(`whd_1.${text}.${good.body}`);
    return withHeaders({
      'webhook-timestamp': text,
      'webhook-signature': `v1,${digest.digest('base64')}`,
    });
  };
  const seconds = Math.floor(now / SECOND);
  return [
    { name: 'as it was signed', verified: true, ...good },
    {
      name: 'by the old secret after the new',
      verified: true,
      ...withHeaders({ 'webhook-signature': `${signature} ${old}` }),
    },
    {
      name: 'by the new secret after others',
      verified: true,
      ...withHeaders({ 'webhook-signature': `v1a,abc ${old} ${signature}` }),
    },
    {
      name: 'for receivers that still use the old secret',
      verified: true,
      ...withHeaders({ 'webhook-signature': `${signature} ${old}` }),
      secret: OLD_SECRET,
    },
    { name: 'four minutes old', verified: true, ...signed(now - 4 * MINUTE) },
    { name: 'six minutes old', verified: false, ...signed(now - 6 * MINUTE) },
    { name: 'six minutes ahead', verified: false, ...signed(now + 6 * MINUTE) },
    { name: 'another body', verified: false, ...good, body: good.body.replace('whd_1', 'whd_2') },
    { name: 'another id', verified: false, ...withHeaders({ 'webhook-id': 'whd_2' }) },
    { name: 'another time', verified: false, ...withHeaders({ 'webhook-timestamp': String(seconds - 1) }) },
    { name: 'another secret', verified: false, ...good, secret: OLD_SECRET },
    {
      name: 'another version',
      verified: false,
      ...withHeaders({ 'webhook-signature': signature.replace('v1', 'v2') }),
    },
    {
      name: 'half a signature',
      verified: false,
      ...withHeaders({ 'webhook-signature': signature.slice(0, 25) }),
    },
    { name: 'an empty signature', verified: false, ...withHeaders({ 'webhook-signature': 'v1,' }) },
    { name: 'no signature', verified: false, ...withHeaders({ 'webhook-signature': '' }) },
    { name: 'a time that is not a number', verified: false, ...withTimestamp('soon') },
    { name: 'a time with an exponent', verified: false, ...withTimestamp('Infinity') },
    { name: 'a huge time', verified: false, ...withTimestamp('9'.repeat(30)) },
    { name: 'no headers', verified: false, ...good, headers: {} },
  ];
}

/** Returns requests and the handwritten expected results of the body signature check. */
function svcCases(now: number): Case[] {
  const good = signed(now);
  const hex = good.headers['x-svc-signature']!;
  const withSignature = (text: string) => ({ ...good, headers: { 'x-svc-signature': text } });
  return [
    { name: 'as it was signed', verified: true, ...good },
    { name: 'four minutes old', verified: true, ...signed(now - 4 * MINUTE) },
    { name: 'six minutes old', verified: false, ...signed(now - 6 * MINUTE) },
    { name: 'six minutes ahead', verified: false, ...signed(now + 6 * MINUTE) },
    { name: 'another body', verified: false, ...good, body: good.body.replace('whd_1', 'whd_2') },
    { name: 'another secret', verified: false, ...good, secret: OLD_SECRET },
    { name: 'half a signature', verified: false, ...withSignature(hex.slice(0, 20)) },
    { name: 'another kind of signature', verified: false, ...withSignature(hex.replace('sha256', 'sha512')) },
    { name: 'no signature', verified: false, ...withSignature('') },
  ];
}

interface Language {
  /**
   * Files added to the ones from the docs: a program that reads requests and prints the results of both
   * functions.
   */
  readonly files: Readonly<Record<string, string>>;
  /**
   * The file from the docs that contains the `verify` function. The `svc` file contains the body signature
   * check.
   */
  readonly verify: string;
  readonly svc: string;
  readonly command: readonly [string, ...string[]];
}

const languages: Readonly<Record<string, Language>> = {
  node: {
    verify: 'verify.mjs',
    svc: 'svc.mjs',
    files: {
      'main.mjs': `import { readFileSync } from 'node:fs';
import { verify } from './verify.mjs';
import { verifySvc } from './svc.mjs';
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
  const [secret, body, id, time, standard, svc] = line.split(' ').map((text) => Buffer.from(text.slice(1), 'base64'));
  const named = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': standard, 'x-svc-signature': svc };
  const headers = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, String(value)]));
  for (const name in headers) if (headers[name] === '') delete headers[name];
  console.log(String(verify(body, headers, String(secret))), String(verifySvc(body, headers, String(secret))));
}`,
    },
    command: [process.execPath, 'main.mjs'],
  },
  python: {
    verify: 'verify.py',
    svc: 'svc.py',
    files: {
      'main.py': `import base64, sys
from verify import verify
from svc import verify_svc
NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature", "x-svc-signature"]
for line in sys.stdin:
    secret, body, *values = [base64.b64decode(text[1:]) for text in line.split()]
    headers = {name: value.decode() for name, value in zip(NAMES, values) if value}
    print(str(verify(body, headers, secret.decode())).lower(), str(verify_svc(body, headers, secret.decode())).lower())
`,
    },
    command: ['python3', 'main.py'],
  },
  go: {
    verify: 'webhook/verify.go',
    svc: 'webhook/svc.go',
    files: {
      'go.mod': 'module receiver\n\ngo 1.21\n',
      'webhook/receiver.go': recipe('verify', 'go', 1),
      'main.go': `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"receiver/webhook"
	"strings"
)

func main() {
	_ = webhook.Receiver
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		var values [][]byte
		for _, text := range strings.Fields(scanner.Text()) {
			value, _ := base64.StdEncoding.DecodeString(text[1:])
			values = append(values, value)
		}
		headers := http.Header{}
		for at, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature", "x-svc-signature"} {
			headers.Set(name, string(values[at+2]))
		}
		secret := string(values[0])
		fmt.Println(webhook.Verify(values[1], headers, secret), webhook.VerifySvc(values[1], headers, secret))
	}
}
`,
    },
    command: ['go', 'run', '.'],
  },
  php: {
    verify: 'verify.php',
    svc: 'svc.php',
    files: {
      'main.php': `<?php
require 'verify.php';
require 'svc.php';
$names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-svc-signature'];
while (($line = fgets(STDIN)) !== false) {
    $values = array_map(fn ($text) => base64_decode(substr($text, 1)), explode(' ', trim($line)));
    $headers = array_filter(array_combine($names, array_slice($values, 2)), fn ($value) => $value !== '');
    echo json_encode(verify($values[1], $headers, $values[0])), ' ';
    echo json_encode(verify_svc($values[1], $headers, $values[0])), "\\n";
}`,
    },
    command: ['php', 'main.php'],
  },
  ruby: {
    verify: 'verify.rb',
    svc: 'svc.rb',
    files: {
      'main.rb': `require 'base64'
require_relative 'verify'
require_relative 'svc'
names = %w[webhook-id webhook-timestamp webhook-signature x-svc-signature]
$stdin.each_line do |line|
  secret, body, *values = line.split.map { |text| Base64.decode64(text[1..]) }
  headers = names.zip(values).reject { |_, value| value.empty? }.to_h
  puts "#{verify(body, headers, secret)} #{verify_svc(body, headers, secret)}"
end
`,
    },
    command: ['ruby', 'main.rb'],
  },
  java: {
    verify: 'WebhookSignature.java',
    svc: 'SvcSignature.java',
    files: {
      'Receiver.java': recipe('verify', 'java', 1),
      'Main.java': `import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

public final class Main {
    public static void main(String[] arguments) throws Exception {
        String[] names = {"webhook-id", "webhook-timestamp", "webhook-signature", "x-svc-signature"};
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            String[] texts = line.split(" ");
            byte[][] values = new byte[texts.length][];
            for (int at = 0; at < texts.length; at++) values[at] = Base64.getDecoder().decode(texts[at].substring(1));
            Map<String, String> headers = new HashMap<>();
            for (int at = 0; at < names.length; at++)
                if (values[at + 2].length > 0) headers.put(names[at], new String(values[at + 2]));
            String secret = new String(values[0]);
            System.out.println(WebhookSignature.verify(values[1], headers, secret) + " "
                    + SvcSignature.verify(values[1], headers, secret));
        }
    }
}
`,
    },
    command: ['sh', '-c', 'javac *.java && java Main'],
  },
};

const fenceOf = (language: string): string => (language === 'node' ? 'js' : language);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the results of both verification functions for each request, in order. */
async function verdicts(language: string, cases: readonly Case[]): Promise<[string, string][]> {
  const { files, verify, svc, command } = languages[language]!;
  const fence = fenceOf(language);
  const all = { [verify]: recipe('verify', fence), [svc]: recipe('verify', fence, 2), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const running = promisify(execFile)(command[0], command.slice(1), { cwd: folder });
  running.child.stdin!.end(cases.map((each) => `${lineOf(each)}\n`).join(''));
  const { stdout } = await running;
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]);
}

const run = process.env['ALL_LANGUAGES'] === undefined ? ['node'] : Object.keys(languages);

it.each(run)('in %s, accepts only requests that were recently signed with the secret', async (language) => {
  const now = Date.now();
  const [standard, svc] = [standardCases(now), svcCases(now)];
  const found = await verdicts(language, [...standard, ...svc]);
  const named = (cases: readonly Case[], verdictOf: (index: number) => string | undefined) =>
    cases.map(({ name }, index) => [name, verdictOf(index)]);
  const expected = (cases: readonly Case[]) => cases.map(({ name, verified }) => [name, String(verified)]);
  expect(named(standard, (index) => found[index]?.[0])).toEqual(expected(standard));
  expect(named(svc, (index) => found[standard.length + index]?.[1])).toEqual(expected(svc));
});

it('is the same code as in the console', () => {
  for (const [language, code] of Object.entries(snippets)) {
    const text = recipe('verify', fenceOf(language));
    expect([language, text]).toEqual([language, code]);
  }
});

it('documents a test vector with correct signatures', () => {
  const [head = '', body = ''] = recipe('verify', 'http').trimEnd().split('\n\n');
  const headers = Object.fromEntries(
    Array.from(head.matchAll(/^([\w-]+): (.+)$/gm), ([, name = '', value = '']) => [name, value]),
  );
  const at = Date.parse((JSON.parse(body) as { created_at: string }).created_at);
  expect(headers).toEqual({ 'content-type': 'application/json', ...signed(at, SECRET, body).headers });
  expect(readFileSync(join(import.meta.dirname, '../../../docs/automations/verify.md'), 'utf8')).toContain(
    `\`${SECRET}\``,
  );
});
