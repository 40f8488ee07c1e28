/** Defines the commands `npm run account -- members invite`, `list`, `set-role` and `remove`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { systemRandom } from '../../lambdas/core/random.ts';
import { languages, type Language } from '../../lambdas/core/text/language.ts';
import { memberPatch, type MemberView } from '../../lambdas/auth/member.ts';
import { roles, type Role } from '../../lambdas/core/role.ts';
import { accountMembers } from './account-members.ts';
import {
  columns,
  command,
  connect,
  emailArgument,
  group,
  print,
  type CommandOptions,
  type Terminal,
} from '../command-line.ts';

async function membersOf(options: CommandOptions) {
  return accountMembers(await connect(options), Date.now, systemRandom);
}

/** @throws InvalidArgumentError */
function formList(text: string): string[] {
  const parsed = memberPatch.shape.form_ids.safeParse(text.split(',').map((each) => each.trim()));
  if (!parsed.success || !parsed.data)
    throw new InvalidArgumentError('Must be form IDs, separated by commas.');
  return parsed.data;
}

/** @throws InvalidArgumentError */
function roleArgument(text: string): Role {
  const role = roles.find((each) => each === text);
  if (role === undefined) throw new InvalidArgumentError(`Must be one of: ${roles.join(', ')}.`);
  return role;
}

/** Returns the `members` command with its subcommands. */
export function memberCommands(terminal: Terminal): Command {
  return group(terminal, 'members', 'Invite, list, change and remove the members of an account')
    .addCommand(inviteCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(setRoleCommand(terminal))
    .addCommand(removeCommand(terminal));
}

type Forms = { readonly forms?: string[] };

function inviteCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'invite',
    'Invite a person by e-mail. The invitation expires after seven days; run the command again to renew it',
  )
    .argument('<account>', 'Account ID')
    .argument('<email>', 'E-mail address that the person will sign in with', emailArgument)
    .addOption(new Option('--role <role>', 'Role of the member').choices(roles).default('owner'))
    .option(
      '--forms <forms>',
      'IDs of the only forms that the member can access, separated by commas',
      formList,
    )
    .addOption(new Option('--language <language>', 'Language of the e-mail').choices(languages))
    .action(
      async (
        accountId: string,
        email: string,
        options: CommandOptions & Forms & { role: Role; language?: Language },
        program: Command,
      ) => {
        const { role, forms, language } = options;
        assertPossible(role, forms, program);
        const input = { email, role, ...(forms && { form_ids: forms }) };
        const invited = await (await membersOf(options)).invite(accountId, input, { language });
        print(terminal, options, invited, [
          `Invited ${email} as ${role} until ${invited.expires_at ?? ''}.`,
          `Sign in at  ${invited.sign_in_url}`,
        ]);
      },
    );
}

function listCommand(terminal: Terminal): Command {
  return command(terminal, 'list', "List an account's members, most recently invited first")
    .argument('<account>', 'Account ID')
    .action(async (accountId: string, options: CommandOptions) => {
      const all = await (await membersOf(options)).list(accountId);
      const rows = all.map(({ id, email, role, form_ids, status, expires_at }) => [
        ...[id, email, role, form_ids?.join(',') ?? 'all'],
        status === 'active' ? status : `invited until ${expires_at ?? ''}`,
      ]);
      print(terminal, options, all, columns([['MEMBER', 'EMAIL', 'ROLE', 'FORMS', 'STATUS'], ...rows]));
    });
}

function setRoleCommand(terminal: Terminal): Command {
  return command(terminal, 'set-role', "Change a member's role (takes effect with their next request)")
    .argument('<account>', 'Account ID')
    .argument('<member>', 'ID or e-mail address of the member')
    .argument('<role>', roles.join(', '), roleArgument)
    .option(
      '--forms <forms>',
      'IDs of the only forms that the member can access, separated by commas',
      formList,
    )
    .option('--all-forms', 'Give the member access to all forms')
    .action(
      async (
        accountId: string,
        member: string,
        role: Role,
        options: CommandOptions & Forms & { allForms?: true },
        program: Command,
      ) => {
        const { forms, allForms } = options;
        if (forms && allForms) program.error('error: specify either --forms or --all-forms');
        assertPossible(role, forms, program);
        const form_ids = allForms ? null : forms;
        const changed = await (await membersOf(options)).change(accountId, member, { role, form_ids });
        print(terminal, options, changed, [`${changed.email} is now ${role}${limitOf(changed)}.`]);
      },
    );
}

function removeCommand(terminal: Terminal): Command {
  return command(
    terminal,
    'remove',
    "Remove a member or withdraw an invitation. The member's sessions and connections end immediately",
  )
    .argument('<account>', 'Account ID')
    .argument('<member>', 'ID or e-mail address of the member')
    .action(async (accountId: string, member: string, options: CommandOptions) => {
      const { id, email } = await (await membersOf(options)).remove(accountId, member);
      print(terminal, options, { id, removed: true }, [`Removed ${email}.`]);
    });
}

function assertPossible(role: Role, forms: readonly string[] | undefined, program: Command): void {
  if (role === 'owner' && forms) program.error('error: an owner always has access to all forms');
}

const limitOf = ({ form_ids }: MemberView): string =>
  form_ids === null ? '' : `, with access only to ${form_ids.join(', ')}`;
