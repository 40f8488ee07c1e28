/** The commands `npm run account -- keys mint`, `list` and `revoke`. */
import { Option, type Command } from 'commander';
import { keyTypes, type KeyType } from '../lambdas/auth/api-key.ts';
import { systemRandom } from '../lambdas/core/random.ts';
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
} from './command-line.ts';

async function keysOf(options: CommandOptions) {
  return accountKeys(await connect(options), Date.now, systemRandom);
}

/** The command `keys` with its sub-commands. */
export function keyCommands(terminal: Terminal): Command {
  return group(terminal, 'keys', 'mint, list and revoke the keys of an account')
    .addCommand(mintCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

function mintCommand(terminal: Terminal): Command {
  return command(terminal, 'mint', 'create a key, which is shown only once')
    .argument('<account>', 'id of the account')
    .addOption(new Option('--type <type>', 'what the key is for').choices(keyTypes).makeOptionMandatory())
    .requiredOption('--name <name>', 'name of the key', nameArgument)
    .action(async (accountId: string, options: CommandOptions & { type: KeyType; name: string }) => {
      const minted = await (
        await keysOf(options)
      ).mint(accountId, { type: options.type, name: options.name });
      print(terminal, options, minted, [
        `Key id  ${minted.id} (${minted.type})`,
        `Key     ${minted.key}`,
        'The key is not shown again.',
      ]);
    });
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', "list an account's keys, newest first, without the keys themselves")
    .argument('<account>', 'id of the account')
    .action(async (accountId: string, options: CommandOptions) => {
      const all = await (await keysOf(options)).list(accountId);
      const rows = all.map(({ id, type, prefix, name, last_used_at, revoked_at }) => [
        ...[id, type, `${prefix}…`],
        ...[last_used_at ?? 'never', revoked_at ?? '-', name],
      ]);
      const heads = ['KEY', 'TYPE', 'PREFIX', 'LAST USED', 'REVOKED', 'NAME'];
      print(terminal, options, all, columns([heads, ...rows]));
    });
}

function revokeCommand(terminal: Terminal): Command {
  return command(terminal, 'revoke', 'revoke a key and its access tokens, at once')
    .argument('<account>', 'id of the account')
    .argument('<key>', 'id of the key')
    .action(async (accountId: string, keyId: string, options: CommandOptions) => {
      await (await keysOf(options)).revoke(accountId, keyId);
      print(terminal, options, { id: keyId, revoked: true }, [`${keyId} is revoked.`]);
    });
}
