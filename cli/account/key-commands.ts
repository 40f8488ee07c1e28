/** Defines the commands `npm run account -- keys mint`, `list` and `revoke`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { RevokeOptions } from '../../lambdas/auth/keys/account-key-store.ts';
import { apiKeyInput, scopesOfType } from '../../lambdas/auth/keys/api-key.ts';
import { keyTypes, type KeyType } from '../../lambdas/core/caller.ts';
import { scopes as allScopes, type Scope } from '../../lambdas/core/scope.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { accountKeys } from './account-keys.ts';
import {
  print,
  columns,
  command,
  nameArgument,
  group,
  connect,
  type CommandOptions,
  type Terminal,
} from '../command-line.ts';

async function keysOf(options: CommandOptions) {
  return accountKeys(await connect(options), Date.now, systemRandom);
}

interface MintOptions extends CommandOptions {
  readonly type: KeyType;
  readonly name: string;
  readonly scopes?: Scope[];
  readonly expires?: string;
}

/** @throws InvalidArgumentError */
function scopeList(text: string): Scope[] {
  return text.split(',').map((each) => {
    const scope = allScopes.find((known) => known === each.trim());
    if (scope === undefined) throw new InvalidArgumentError(`Valid scopes are: ${allScopes.join(', ')}.`);
    return scope;
  });
}

/** @throws InvalidArgumentError */
function futureTime(text: string): string {
  if (!apiKeyInput.shape.expires_at.safeParse(text).success)
    throw new InvalidArgumentError('Must be an ISO 8601 time, for example 2027-01-31T12:00:00Z.');
  if (Date.parse(text) <= Date.now()) throw new InvalidArgumentError('Must be in the future.');
  return text;
}

/** Returns the `keys` command with its subcommands. */
export function keyCommands(terminal: Terminal): Command {
  return group(terminal, 'keys', 'Create, list and revoke the keys of an account')
    .addCommand(mintCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

function mintCommand(terminal: Terminal): Command {
  return command(terminal, 'mint', 'Create a key. It is shown only once')
    .argument('<account>', 'Account ID')
    .addOption(new Option('--type <type>', 'Type of the key').choices(keyTypes).makeOptionMandatory())
    .requiredOption('--name <name>', 'Name of the key', nameArgument)
    .option(
      '--scopes <scopes>',
      'Scopes, separated by commas (defaults to all scopes of the type)',
      scopeList,
    )
    .option('--expires <time>', 'When the key expires, ISO 8601 (defaults to never)', futureTime)
    .action(async (accountId: string, options: MintOptions, program: Command) => {
      const { type, name, scopes, expires } = options;
      if (scopes?.some((each) => !scopesOfType[type].includes(each)))
        program.error(`error: a ${type} key can only have the scope ${scopesOfType[type].join(', ')}`);
      const input = { type, name, ...(scopes && { scopes }), expires_at: expires };
      const minted = await (await keysOf(options)).mint(accountId, input);
      print(terminal, options, minted, [
        `Key ID  ${minted.id} (${minted.type}: ${minted.scopes.join(', ')})`,
        `Key     ${minted.key}`,
        "Save this key now. You won't be able to see it again.",
      ]);
    });
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', "List the names and details of an account's keys, newest first")
    .argument('<account>', 'Account ID')
    .action(async (accountId: string, options: CommandOptions) => {
      const all = await (await keysOf(options)).list(accountId);
      const rows = all.map(({ id, type, prefix, name, scopes, ...times }) => [
        ...[id, type, `${prefix}…`, scopes.join(','), times.expires_at ?? 'never'],
        ...[times.last_used_at ?? 'never', times.revoked_at ?? '-', name],
      ]);
      const heads = ['KEY', 'TYPE', 'PREFIX', 'SCOPES', 'EXPIRES', 'LAST USED', 'REVOKED', 'NAME'];
      print(terminal, options, all, columns([heads, ...rows]));
    });
}

function revokeCommand(terminal: Terminal): Command {
  return command(terminal, 'revoke', 'Revoke a key and its access tokens (takes effect immediately)')
    .argument('<account>', 'Account ID')
    .argument('<key>', 'Key ID')
    .option('--cascade', 'Also revoke all keys that were created with this key, directly or indirectly')
    .option(
      '--force',
      'Revoke the key even if it is the last management key. The account then has none until you create another',
    )
    .action(async (accountId: string, keyId: string, options: CommandOptions & RevokeOptions) => {
      const { cascade = false, force = false } = options;
      await (await keysOf(options)).revoke(accountId, keyId, { cascade, force });
      print(terminal, options, { id: keyId, revoked: true }, [`Revoked ${keyId}.`]);
    });
}
