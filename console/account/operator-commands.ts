/** Builds the operator's account commands, ready to paste into a shell (docs/operations.md). */

export type OperatorCommand = 'rename' | 'plan' | 'quota' | 'email' | 'invite' | 'key' | 'suspend' | 'delete';

/**
 * Returns the arguments to pass after `npm run account --`, keyed by command. Words in capitals are
 * placeholders for the user to replace.
 */
export function operatorCommands({ id }: { readonly id: string }): Readonly<Record<OperatorCommand, string>> {
  const commands = {
    rename: `rename ${id} NAME`,
    plan: `set-plan ${id} PLAN`,
    quota: `set-quota ${id} NUMBER`,
    email: `set-email ${id} EMAIL`,
    invite: `members invite ${id} EMAIL --role owner`,
    key: `keys mint ${id} --type management --name NAME`,
    suspend: `suspend ${id}`,
    delete: `delete ${id}`,
  };
  const entries = Object.entries(commands).map(([name, rest]) => [name, `npm run account -- ${rest}`]);
  return Object.fromEntries(entries) as Record<OperatorCommand, string>;
}
