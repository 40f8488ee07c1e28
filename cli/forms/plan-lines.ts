/** Describes plans for the terminal and as JSON. */
import type { Plan } from '../../lambdas/forms-as-code/difference.ts';
import type { FormsFile } from '../../lambdas/forms-as-code/forms-file.ts';
import { pathOf, type Change, type Step } from '../../lambdas/forms-as-code/step.ts';
import { harmless } from '../command-line.ts';

const SIGNS = { create: '+', update: '~', delete: '-' } as const;
const COLORS = { create: '\u001B[32m', update: '\u001B[33m', delete: '\u001B[31m' } as const;
const RESET = '\u001B[0m';
/** Maximum length of a value, in characters. */
const MAX_LENGTH = 200;

/** A changed setting. Doesn't contain the values of secrets. */
interface ShownChange {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly secret?: true;
}

/**
 * Returns the change to print. Values that contain variables are shown as
 * written in the file.
 */
function shownChange({ path, from, to, isSecret }: Change, step: Step, file: FormsFile): ShownChange {
  const name = path.join('.');
  if (isSecret) return { path: name, secret: true };
  const written = file.writtenWithVariables([...pathOf(step), ...path]);
  // Omit `from`, because the stored value may be a secret as well.
  if (written !== undefined) return { path: name, to: written };
  return { path: name, ...(step.action === 'update' && { from }), to };
}

/** Returns the plan as JSON. */
export function planJson({ steps, kept }: Plan, file: FormsFile) {
  const row = (step: Step) => ({
    action: step.action,
    target: step.target,
    ...(step.action !== 'delete' && {
      changes: step.changes.map((change) => shownChange(change, step, file)),
    }),
  });
  return {
    changes: steps.map(row),
    kept: kept.map(row),
    create: steps.filter(({ action }) => action === 'create').length,
    update: steps.filter(({ action }) => action === 'update').length,
    delete: steps.filter(({ action }) => action === 'delete').length,
  };
}

/** Wording that differs between a plan and a check for drift. */
export interface PlanWords {
  readonly nothing: string;
  readonly summary: (create: number, update: number, remove: number) => string;
}

export const planWords = (file: string): PlanWords => ({
  nothing: `Nothing to do. The service matches ${file}.`,
  summary: (create, update, remove) => `Plan: ${create} to create, ${update} to change, ${remove} to delete.`,
});

export const driftWords = (file: string): PlanWords => ({
  nothing: `No drift. The service matches ${file}.`,
  summary: (create, update, remove) =>
    `Drift: the service differs from ${file}. ${create} missing, ${update} changed, ${remove} extra. Run "apply" to restore the file's state.`,
});

/** Returns the plan as text. */
export function planText(plan: Plan, file: FormsFile, words: PlanWords, hasColors: boolean): string {
  const { steps, kept } = plan;
  const paint = (text: string, action: Step['action']): string =>
    hasColors ? `${COLORS[action]}${text}${RESET}` : text;
  const lines = [
    ...steps.flatMap((step) => [
      paint(harmless(`${SIGNS[step.action]} ${step.target}`), step.action),
      ...(step.action === 'delete' ? [] : step.changes.flatMap((change) => changeLines(change, step, file))),
    ]),
    ...kept.map(({ target }) =>
      paint(harmless(`- ${target} (kept, because it isn't in the file)`), 'delete'),
    ),
  ];
  const { create, update, delete: remove } = planJson(plan, file);
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    steps.length === 0 ? words.nothing : words.summary(create, update, remove),
    ...(kept.length > 0
      ? [
          harmless(
            `To delete what isn't in the file: --allow-delete ${kept.map(({ target }) => quoted(target)).join(' ')}`,
          ),
        ]
      : []),
    '',
  ].join('\n');
}

function changeLines(change: Change, step: Step, file: FormsFile): string[] {
  const { path, from, to, secret } = shownChange(change, step, file);
  const line = (text: string): string => `    ${harmless(text)}`;
  if (secret) return [line(`${path}: (secret)`)];
  if (step.action === 'create') return [line(`${path}: ${shown(to)}`)];
  if (from === undefined) return [line(`${path}: (not shown) → ${shown(to)}`)];
  if (!Array.isArray(from) || !Array.isArray(to)) return [line(`${path}: ${shown(from)} → ${shown(to)}`)];
  const [before, after] = [from.map(json), to.map(json)];
  const removed = before.filter((item) => !after.includes(item)).map((item) => line(`  - ${cut(item)}`));
  const added = after.filter((item) => !before.includes(item)).map((item) => line(`  + ${cut(item)}`));
  const isReordered = removed.length + added.length === 0;
  return [line(`${path}:${isReordered ? ` ${shown(from)} → ${shown(to)}` : ''}`), ...removed, ...added];
}

const json = (value: unknown): string => JSON.stringify(value);
const shown = (value: unknown): string => cut(json(value));
const cut = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`);
const quoted = (name: string): string =>
  /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
