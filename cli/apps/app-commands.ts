/** Defines the commands `npm run account -- apps create`, `list`, `update`, `rotate`, `delete` and `log`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { appInput, appTypes, type AppInput, type AppPatch } from '../../lambdas/apps/app.ts';
import { checkRedirectUri } from '../../lambdas/apps/redirect-uri.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import {
  columns,
  command,
  connect,
  group,
  print,
  type CommandOptions,
  type Terminal,
} from '../command-line.ts';
import { installationApps } from './installation-apps.ts';
import { NotConfirmed } from '../operator-errors.ts';

async function appsOf(options: CommandOptions) {
  return installationApps(await connect(options), Date.now, systemRandom);
}

/** @throws InvalidArgumentError */
function appName(text: string): string {
  const parsed = appInput.shape.name.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('Must be a single line of at most 100 characters.');
  return parsed.data;
}

/** @throws InvalidArgumentError */
function logoArgument(text: string): string {
  if (!appInput.shape.logo_url.safeParse(text).success)
    throw new InvalidArgumentError('Must be an https URL, for example https://example.com/logo.png.');
  return text;
}

/**
 * Adds a redirect URI to the ones already given.
 * @throws InvalidArgumentError
 */
function redirectUri(text: string, before: readonly string[] = []): string[] {
  const check = checkRedirectUri(text);
  if (!check.ok) throw new InvalidArgumentError(`It ${check.reason}.`);
  const all = [...before, text];
  if (!appInput.shape.redirect_uris.safeParse(all).success)
    throw new InvalidArgumentError('Specify at most 20 redirect URIs, each only once.');
  return all;
}

interface SettingOptions extends CommandOptions {
  readonly name?: string;
  readonly redirectUri?: string[];
}

/** Returns the `apps` command with its subcommands. */
export function appCommands(terminal: Terminal): Command {
  return group(terminal, 'apps', 'Manage the apps that members of all accounts can authorize')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(updateCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(deleteCommand(terminal))
    .addCommand(logCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return command(terminal, 'create', 'Register an app. Its secret is shown only once')
    .requiredOption('--name <name>', 'App name, shown to people who are asked to authorize it', appName)
    .requiredOption('--redirect-uri <uri>', 'Redirect URI (can be repeated)', redirectUri)
    .addOption(
      new Option(
        '--type <type>',
        "Register a public app, which runs in a browser or on the user's machine and has no secret",
      )
        .choices(appTypes)
        .default('confidential'),
    )
    .option('--logo <url>', 'URL of the logo', logoArgument)
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
          `Client ID      ${made.id} (${made.type})`,
          ...(made.secret === undefined
            ? []
            : [`Client secret  ${made.secret}`, "Save this secret now. You won't be able to see it again."]),
        ]);
      },
    );
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', 'List the apps of this installation, newest first').action(
    async (options: CommandOptions) => {
      const all = await (await appsOf(options)).list();
      const rows = all.map(({ id, type, name, redirect_uris }) => [id, type, redirect_uris.join(','), name]);
      print(terminal, options, all, columns([['APP', 'TYPE', 'REDIRECT URIS', 'NAME'], ...rows]));
    },
  );
}

function updateCommand(terminal: Terminal): Command {
  return command(terminal, 'update', 'Change the name, logo or redirect URIs of an app')
    .argument('<app>', 'Client ID of the app')
    .option('--name <name>', 'New name', appName)
    .option('--redirect-uri <uri>', 'Redirect URI; replaces all previous ones (can be repeated)', redirectUri)
    .option('--logo <url>', 'URL of the logo', logoArgument)
    .option('--no-logo', 'Remove the logo')
    .action(async (id: string, options: SettingOptions & { logo?: string | boolean }, program: Command) => {
      const { name, redirectUri: redirect_uris, logo } = options;
      const patch: AppPatch = {
        ...(name !== undefined && { name }),
        ...(redirect_uris && { redirect_uris }),
        ...(typeof logo === 'string' && { logo_url: logo }),
        ...(logo === false && { logo_url: null }),
      };
      if (Object.keys(patch).length === 0) program.error('error: specify what to change, for example --name');
      const changed = await (await appsOf(options)).update(id, patch);
      print(terminal, options, changed, [`Updated ${changed.name} (${id}).`]);
    });
}

function rotateCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'rotate',
    'Create a new secret for an app. The previous secret stays valid for 24 hours',
  )
    .argument('<app>', 'Client ID of the app')
    .action(async (id: string, options: CommandOptions) => {
      const rotated = await (await appsOf(options)).rotate(id);
      print(terminal, options, rotated, [
        `Client secret  ${rotated.secret}`,
        `The previous secret is valid until ${rotated.previous_secret_expires_at ?? ''}.`,
        "Save this secret now. You won't be able to see it again.",
      ]);
    });
}

function deleteCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'delete',
    'Delete an app and end its connections in all accounts (takes effect immediately)',
  )
    .argument('<app>', 'Client ID of the app')
    .option('--yes', 'Skip the confirmation prompt')
    .action(async (id: string, options: CommandOptions & { yes?: true }) => {
      const apps = await appsOf(options);
      if (!options.yes) await confirm(terminal, id);
      const { connections } = await apps.delete(id);
      print(terminal, options, { id, deleted: true, connections }, [
        `Deleted ${id} and ended ${connections} connections.`,
      ]);
    });
}

function logCommand(terminal: Terminal): Command {
  return command(terminal, 'log', 'List operator actions on these apps, newest first').action(
    async (options: CommandOptions) => {
      const all = await (await appsOf(options)).log();
      const rows = all.map(({ at, actor, action, target }) => [at, actor.name, action, target.id ?? '']);
      print(terminal, options, all, columns([['TIME', 'OPERATOR', 'ACTION', 'APP'], ...rows]));
    },
  );
}

/**
 * Asks the operator to confirm the app's deletion.
 * @throws NotConfirmed
 */
async function confirm({ ask }: Terminal, id: string): Promise<void> {
  const question = `This ends all connections to the app in all accounts. Type ${id} to continue: `;
  if (!ask || (await ask(question)).trim() !== id) throw new NotConfirmed(id);
}
