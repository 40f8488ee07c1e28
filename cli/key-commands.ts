/** `npm run account -- keys mint`, `list` and `revoke`. */
import { Option, type Command } from 'commander';
import { keyTypes, type KeyType } from '../lambdas/auth/api-key.ts';
import { systemRandom } from '../lambdas/core/random.ts';
import { accountKeys } from './account-keys.ts';
import {
  answer,
  columns,
  command,
  givenName,
  group,
  serviceOf,
  type Given,
  type Terminal,
} from './command-line.ts';

async function keysOf(given: Given) {
  return accountKeys(await serviceOf(given), Date.now, systemRandom);
}

export function keyCommands(terminal: Terminal): Command {
  return group(terminal, 'keys', 'mint, list and revoke the keys of an account')
    .addCommand(mintCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

function mintCommand(terminal: Terminal): Command {
  return command(terminal, 'mint', 'make a key, which is shown this once')
    .argument('<account>', 'id of the account')
    .addOption(new Option('--type <type>', 'what the key is for').choices(keyTypes).makeOptionMandatory())
    .requiredOption('--name <name>', 'name of the key', givenName)
    .action(async (accountId: string, given: Given & { type: KeyType; name: string }) => {
      const minted = await (await keysOf(given)).mint(accountId, { type: given.type, name: given.name });
      answer(terminal, given, minted, [
        `Key id  ${minted.id} (${minted.type})`,
        `Key     ${minted.key}`,
        'The key is not shown again.',
      ]);
    });
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', "list an account's keys, newest first, without the keys themselves")
    .argument('<account>', 'id of the account')
    .action(async (accountId: string, given: Given) => {
      const all = await (await keysOf(given)).list(accountId);
      const rows = all.map(({ id, type, prefix, name, last_used_at, revoked_at }) => [
        ...[id, type, `${prefix}…`],
        ...[last_used_at ?? 'never', revoked_at ?? '-', name],
      ]);
      const heads = ['KEY', 'TYPE', 'PREFIX', 'LAST USED', 'REVOKED', 'NAME'];
      answer(terminal, given, all, columns([heads, ...rows]));
    });
}

function revokeCommand(terminal: Terminal): Command {
  return command(terminal, 'revoke', 'revoke a key and its access tokens, at once')
    .argument('<account>', 'id of the account')
    .argument('<key>', 'id of the key')
    .action(async (accountId: string, keyId: string, given: Given) => {
      await (await keysOf(given)).revoke(accountId, keyId);
      answer(terminal, given, { id: keyId, revoked: true }, [`${keyId} is revoked.`]);
    });
}
