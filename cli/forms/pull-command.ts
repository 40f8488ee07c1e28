/** Defines `svc-forms pull`, which writes the account's forms and webhooks into a forms file. */
import type { Command } from 'commander';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { FileRefused } from '../../lambdas/forms-as-code/file-fault.ts';
import { RequestRefused } from '../../lambdas/forms-as-code/forms-api.ts';
import { formsFileSchema } from '../../lambdas/forms-as-code/json-schema.ts';
import { pulledFile, type PulledFile } from '../../lambdas/forms-as-code/pulled-file.ts';
import { readActual } from '../../lambdas/forms-as-code/read-actual.ts';
import { ExitWith, print, type Terminal } from '../command-line.ts';
import { connectedApi, EXIT, formsCommand, type FormsOptions } from './forms-options.ts';

type PullCommandOptions = FormsOptions & { readonly yes?: true };

/** First line of a file that this command wrote. */
const OWN = '# yaml-language-server: $schema=';

export function pullCommand(terminal: Terminal): Command {
  return formsCommand(
    terminal,
    'pull',
    "Write the account's forms and webhooks into the file, and the file's JSON Schema next to it",
  )
    .option('--yes', 'Replace a file that this command did not write')
    .action(async (options: PullCommandOptions) => {
      const { file, account } = options;
      await assertReplaceable(options, terminal);
      const schema = `${basename(file, extname(file))}.schema.json`;
      const pulled = await pull(options, schema);
      await writeFile(join(dirname(file), schema), `${JSON.stringify(formsFileSchema(), undefined, 2)}\n`);
      await writeFile(file, pulled.text);
      const variables = [...pulled.variables].map(([name, of]) => ({ name, of }));
      print(
        terminal,
        options,
        {
          file,
          schema: join(dirname(file), schema),
          ...(account && { account }),
          variables,
          unnamed: pulled.unnamed,
        },
        [`Wrote ${file} and ${schema}.`, ...notes(pulled)],
      );
    });
}

async function pull(options: PullCommandOptions, schema: string): Promise<PulledFile> {
  const { account } = options;
  try {
    const actual = await readActual(await connectedApi(options));
    if (account !== undefined && account !== actual.accountId)
      throw new RequestRefused(
        `--account is ${account}, but the key belongs to the account ${actual.accountId}`,
      );
    return pulledFile(actual, { schema: `./${schema}`, withAccount: account !== undefined });
  } catch (error) {
    if (error instanceof FileRefused || error instanceof RequestRefused)
      throw new ExitWith(EXIT.failed, error.message);
    throw error;
  }
}

function notes({ variables, unnamed }: PulledFile): string[] {
  return [
    ...(variables.size > 0
      ? [
          'Set these environment variables before you use the file. The service never returns secrets:',
          ...Array.from(variables, ([name, of]) => `  ${name} (${of})`),
        ]
      : []),
    ...(unnamed.length > 0
      ? [
          'Left out, because these webhooks have no name:',
          ...unnamed.map(({ id, url }) => `  ${id} (${url})`),
        ]
      : []),
  ];
}

/**
 * @throws ExitWith if this command didn't write the existing file, and the operator doesn't agree to replace
 * it
 */
async function assertReplaceable({ file, yes }: PullCommandOptions, { ask }: Terminal): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  if (yes || before.trim() === '' || before.startsWith(OWN)) return;
  if (!ask) throw new ExitWith(EXIT.failed, `${file} already exists. Use --yes to replace it.`);
  const answer = await ask(`${file} already exists. Type "yes" to replace it: `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitWith(EXIT.failed, 'Nothing was written.');
}
