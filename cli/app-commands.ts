/** The commands `npm run account -- apps create`, `list`, `update`, `rotate`, `delete` and `log`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { appInput, appTypes, type AppInput, type AppPatch } from '../lambdas/apps/app.ts';
import { checkRedirectUri } from '../lambdas/apps/redirect-uri.ts';
import { systemRandom } from '../lambdas/core/random.ts';
import {
  columns,
  command,
  connect,
  group,
  print,
  type CommandOptions,
  type Terminal,
} from './command-line.ts';
import { installationApps } from './installation-apps.ts';
import { NotConfirmed } from './operator-errors.ts';

async function appsOf(options: CommandOptions) {
  return installationApps(await connect(options), Date.now, systemRandom);
}

/** @throws InvalidArgumentError */
function appName(text: string): string {
  const parsed = appInput.shape.name.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('It must be one line of at most 100 characters.');
  return parsed.data;
}

/** @throws InvalidArgumentError */
function logoArgument(text: string): string {
  if (!appInput.shape.logo_url.safeParse(text).success)
    throw new InvalidArgumentError('It must be an https address.');
  return text;
}

/** Adds to those that were given before. @throws InvalidArgumentError */
function redirectUri(text: string, before: readonly string[] = []): string[] {
  const check = checkRedirectUri(text);
  if (!check.ok) throw new InvalidArgumentError(`It ${check.reason}.`);
  const all = [...before, text];
  if (!appInput.shape.redirect_uris.safeParse(all).success)
    throw new InvalidArgumentError('There may be 20, each once.');
  return all;
}

interface SettingOptions extends CommandOptions {
  readonly name?: string;
  readonly redirectUri?: string[];
}

/** The command `apps` with its sub-commands. */
export function appCommands(terminal: Terminal): Command {
  return group(terminal, 'apps', 'register, list, change and delete the apps that all accounts may let in')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(updateCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(deleteCommand(terminal))
    .addCommand(logCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return command(terminal, 'create', 'register an app; its secret is shown only once')
    .requiredOption('--name <name>', 'name of the app, for the people who are asked to let it in', appName)
    .requiredOption('--redirect-uri <uri>', 'where people are sent back to; may be repeated', redirectUri)
    .addOption(
      new Option('--type <type>', 'public: it runs in a browser or on the own machine and has no secret')
        .choices(appTypes)
        .default('confidential'),
    )
    .option('--logo <url>', 'address of a picture', logoArgument)
    .action(
      async (
        options: CommandOptions & {
          name: string;
          redirectUri: string[];
          type: AppInput['type'];
          logo?: string;
        },
      ) => {
        const { name, redirectUri: redirect_uris, type, logo } = options;
        const input = { name, redirect_uris, type, ...(logo !== undefined && { logo_url: logo }) };
        const made = await (await appsOf(options)).create(input);
        print(terminal, options, made, [
          `Client id      ${made.id} (${made.type})`,
          ...(made.secret === undefined
            ? []
            : [`Client secret  ${made.secret}`, 'The secret is not shown again.']),
        ]);
      },
    );
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', 'list the apps of the installation, newest first').action(
    async (options: CommandOptions) => {
      const all = await (await appsOf(options)).list();
      const rows = all.map(({ id, type, name, redirect_uris }) => [id, type, redirect_uris.join(','), name]);
      print(terminal, options, all, columns([['APP', 'TYPE', 'REDIRECT URIS', 'NAME'], ...rows]));
    },
  );
}

function updateCommand(terminal: Terminal): Command {
  return command(terminal, 'update', 'change the name, the logo or the redirect URIs of an app')
    .argument('<app>', 'client id of the app')
    .option('--name <name>', 'the new name', appName)
    .option(
      '--redirect-uri <uri>',
      'where people are sent back to, in place of all before; may be repeated',
      redirectUri,
    )
    .option('--logo <url>', 'address of a picture', logoArgument)
    .option('--no-logo', 'take the picture away')
    .action(async (id: string, options: SettingOptions & { logo?: string | boolean }, program: Command) => {
      const { name, redirectUri: redirect_uris, logo } = options;
      const patch: AppPatch = {
        ...(name !== undefined && { name }),
        ...(redirect_uris && { redirect_uris }),
        ...(typeof logo === 'string' && { logo_url: logo }),
        ...(logo === false && { logo_url: null }),
      };
      if (Object.keys(patch).length === 0) program.error('error: say what is to be changed');
      const changed = await (await appsOf(options)).update(id, patch);
      print(terminal, options, changed, [`${changed.name} (${id}) is changed.`]);
    });
}

function rotateCommand(terminal: Terminal): Command {
  return command(terminal, 'rotate', 'give an app another secret; the one before is accepted for 24 hours')
    .argument('<app>', 'client id of the app')
    .action(async (id: string, options: CommandOptions) => {
      const rotated = await (await appsOf(options)).rotate(id);
      print(terminal, options, rotated, [
        `Client secret  ${rotated.secret}`,
        `The one before is accepted until ${rotated.previous_secret_expires_at ?? ''}.`,
        'The secret is not shown again.',
      ]);
    });
}

function deleteCommand(terminal: Terminal): Command {
  return command(terminal, 'delete', 'delete an app and end its connections in all accounts, at once')
    .argument('<app>', 'client id of the app')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, options: CommandOptions & { yes?: true }) => {
      const apps = await appsOf(options);
      if (!options.yes) await confirm(terminal, id);
      const { connections } = await apps.delete(id);
      print(terminal, options, { id, deleted: true, connections }, [
        `${id} is deleted, and ${connections} connections have ended.`,
      ]);
    });
}

function logCommand(terminal: Terminal): Command {
  return command(terminal, 'log', 'list what operators did to these apps, newest first').action(
    async (options: CommandOptions) => {
      const all = await (await appsOf(options)).log();
      const rows = all.map(({ at, actor, action, target }) => [at, actor.name, action, target.id ?? '']);
      print(terminal, options, all, columns([['TIME', 'OPERATOR', 'ACTION', 'APP'], ...rows]));
    },
  );
}

/** @throws NotConfirmed */
async function confirm({ ask }: Terminal, id: string): Promise<void> {
  const question = `This ends all connections to the app, in all accounts. Type ${id} to go on: `;
  if (!ask || (await ask(question)).trim() !== id) throw new NotConfirmed(id);
}
