/**
 * Defines the `npm run fields` program, which generates a form's declared fields from the HTML of its page.
 */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { asLine, checkPlainly } from '../lambdas/core/errors/plain-issues.ts';
import { fieldsInput } from '../lambdas/forms/fields/field.ts';
import { patternFaults } from '../lambdas/forms/fields/pattern-engine.ts';
import {
  proposedForms,
  type ProposedField,
  type ProposedForm,
} from '../lambdas/forms/fields/proposed-fields.ts';
import { group, type Terminal } from './command-line.ts';
import { NoFormInPage, PageNotReadable } from './operator-errors.ts';
import { parsedPage } from './parsed-page.ts';

/**
 * Creates the program, which writes the form's `fields` to stdout, as JSON for a request that creates or updates
 * the form, and notes to stderr. If the page contains several forms and none is chosen, writes a list of all of
 * them.
 */
export function fieldsProgram(terminal: Terminal): Command {
  return group(
    terminal,
    'npm run fields --',
    'Generate the "fields" of a form from the HTML of its page, as JSON for POST or PATCH /v1/forms',
  )
    .argument('<page>', 'HTML file of the page')
    .option('--form <name>', 'ID, name or number of the form, counted from 1')
    .action(async (page: string, { form }: { form?: string }) => {
      const forms = proposedForms(parsedPage(await contentsOf(page))).map((each) => usable(each, terminal));
      if (forms.length === 0) throw new NoFormInPage('The page contains no form.');
      const [only, ...others] = form === undefined ? forms : [named(forms, form)];
      const printed = only && others.length === 0 ? { fields: only.fields } : [only, ...others];
      terminal.out(`${JSON.stringify(printed, undefined, 2)}\n`);
    });
}

async function contentsOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new PageNotReadable(path);
  }
}

/** @throws NoFormInPage */
function named(forms: readonly ProposedForm[], name: string): ProposedForm {
  const found =
    forms.find((form) => form.name === name) ?? (/^\d+$/.test(name) ? forms[Number(name) - 1] : undefined);
  if (found) return found;
  throw new NoFormInPage(
    `The page has no form "${name}". Forms on the page: ${forms.map((form, index) => form.name ?? String(index + 1)).join(', ')}.`,
  );
}

/** Returns the fields that the service supports. Prints a note about each field that is omitted. */
function usable(form: ProposedForm, { err }: Terminal): ProposedForm {
  const fields = withoutPatterns(form.fields, (field) =>
    err(
      `Skipped the pattern of "${field.name}": only RE2 patterns are supported, without lookaround and backreferences.\n`,
    ),
  );
  const checked = checkPlainly(fieldsInput, fields);
  if (checked.success) return { ...form, fields };
  for (const { path, message } of checked.issues) err(`${asLine({ path: ['fields', ...path], message })}\n`);
  return { ...form, fields };
}

function withoutPatterns(
  fields: readonly ProposedField[],
  note: (field: ProposedField) => void,
): readonly ProposedField[] {
  const [fault] = patternFaults(fields);
  const field = fault && fields[fault.index];
  if (!field) return fields;
  note(field);
  const { pattern: _, ...rest } = field;
  return withoutPatterns(fields.with(fault.index, rest), note);
}
