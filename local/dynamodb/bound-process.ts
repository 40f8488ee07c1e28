/**
 * Runs a program that exits when its parent process does, even if the parent is killed and can't clean up.
 */
import { spawnSync } from 'node:child_process';

/**
 * A shell script that runs the command in its arguments and terminates it when standard input closes.
 * Standard input closes when the parent process exits, because the parent holds the other end of the pipe.
 */
const SHELL_SCRIPT = `
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
(cat <&3 >/dev/null; kill "$child") 2>/dev/null &
guard=$!
exec 3<&-
wait "$child"
status=$?
kill "$guard" 2>/dev/null
exit "$status"
`;

/**
 * A Node script with the same effect on Windows, which has no POSIX shell. Other systems use the shell
 * script, because a Node process needs 40 MB more memory.
 */
const NODE_SCRIPT = `
const [program, ...args] = process.argv.slice(1);
const child = require('node:child_process').spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  windowsHide: true,
});
process.stdin.on('end', () => child.kill()).on('error', () => child.kill()).resume();
child.on('error', () => process.exit(1));
child.on('exit', (code) => process.exit(code ?? 1));
`;

/**
 * Returns the command that runs `program` until standard input closes. The command's standard input must be a
 * pipe.
 */
export function boundToStdin(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): [string, string[]] {
  return platform === 'win32'
    ? [process.execPath, ['-e', NODE_SCRIPT, '--', program, ...args]]
    : ['sh', ['-c', SHELL_SCRIPT, program, program, ...args]];
}

/**
 * Kills a process and all processes that it started.
 * @param pid id of a process that was started with `detached`, which makes it the leader of a process group
 */
export function endTree(pid: number): void {
  // Windows has no process groups.
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  else process.kill(-pid, 'SIGKILL');
}
