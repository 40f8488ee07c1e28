/**
 * Tests that a program ends when its parent process ends. Tests both the shell script and the Windows script,
 * which also runs on other systems.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { boundToStdin } from '../../../local/dynamodb/bound-process.ts';

const SERVER = `
require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

function start(platform: NodeJS.Platform, script: string) {
  const [program, args] = boundToStdin(process.execPath, ['-e', script], platform);
  return spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
}

test.each(['linux', 'win32'] as const)(
  'on %s, the program ends when its standard input closes',
  async (platform) => {
    const child = start(platform, SERVER);
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const ended = once(child, 'exit');
    // The operating system also closes this pipe if the parent process is killed.
    child.stdin.destroy();
    await ended;
    await expect(fetch(`http://127.0.0.1:${String(port).trim()}`)).rejects.toThrow('fetch failed');
  },
);

test.each(['linux', 'win32'] as const)("on %s, the exit code is the program's", async (platform) => {
  const child = start(platform, 'process.exit(7)');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
