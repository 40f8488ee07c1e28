/** Simulates imports with random faults and checks the invariants at the end. */
import { hasEnded, type StoredImport } from '../../../../lambdas/imports/import.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from '../../faults.ts';
import { Random } from '../../random.ts';
import { isOfPerson, PERSON, START } from '../world.ts';
import type { ImportRemedy } from './remedies.ts';
import { ImportWorld, type ImportWorldOptions } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOT_JSON = 'not JSON';

interface PlayedImports {
  readonly world: ImportWorld;
  readonly calls: number;
}

/**
 * Simulates imports with random faults. The same file is imported several times, possibly at the same time,
 * and a file may be uploaded again. A form may be deleted, and a person may be erased.
 */
export function playImports(seed: number, missing?: ImportRemedy): Promise<PlayedImports> {
  const random = new Random(seed);
  const calmAt = START + 3 * HOUR;
  const mischief = random.pick([0, 0.05, 0.3]);
  const plan = randomFaults(random, START, calmAt);
  return played({ random, plan, calmAt, mischief, missing }, (world) => {
    const texts = [newText(random), newText(random)];
    const atOnce = START + random.between(0, 10 * MINUTE);
    for (let imports = random.between(1, 4); imports > 0; imports -= 1) {
      const at = random.chance(0.5) ? atOnce : START + random.between(0, 40 * MINUTE);
      const files = random.chance(0.15) ? texts : [random.pick(texts)];
      world.import(random.pick(world.forms), at, files, random.between(0, 30 * SECOND));
    }
    if (random.chance(0.4)) world.deleteForm(world.forms[0]!, atOnce + random.between(0, 1.5 * MINUTE));
    if (random.chance(0.5)) {
      const at = Math.max(START, atOnce - MINUTE + random.between(0, 4 * MINUTE));
      world.erase(at, random.chance(0.2) ? at + random.between(0, 5 * MINUTE) : undefined);
      // The erasure is confirmed after a minute or later, and takes at least two minutes.
      const during = at + random.between(MINUTE, 4 * MINUTE);
      world.import(random.pick(world.forms), during, [`${rowOf(PERSON)}\n${newText(random)}`]);
    }
  });
}

/** Simulates the same file imported twice at once, with a single fault at call number `call`. */
export function playOneImportFault(call: number, fault: Fault): Promise<PlayedImports> {
  const plan = oneFault(call, fault);
  return played({ random: new Random(1), plan, calmAt: START + HOUR, mischief: 0 }, (world) => {
    const text = [rowOf('bob@example.org'), NOT_JSON, rowOf(PERSON), rowOf('bob@example.org')].join('\n');
    for (let imports = 0; imports < 2; imports += 1) world.import(world.forms[0]!, START, [text]);
  });
}

async function played(
  options: ImportWorldOptions,
  prepare: (world: ImportWorld) => void,
): Promise<PlayedImports> {
  let calls = 0;
  const plan: FaultPlan = (name, now) => {
    calls += 1;
    return options.plan(name, now);
  };
  const world = new ImportWorld({ ...options, plan });
  prepare(world);
  await world.run();
  return { world, calls };
}

const rowOf = (email: string): string => JSON.stringify({ email });

/**
 * Creates a file with a few or a few hundred rows. Some rows are identical, some belong to the person, and
 * some are malformed.
 */
function newText(random: Random): string {
  const name = random.between(0, 1000);
  const rows = random.chance(0.15) ? random.between(150, 450) : random.between(1, 20);
  return Array.from({ length: rows }, (_, index) => {
    if (random.chance(0.05)) return NOT_JSON;
    if (random.chance(0.1)) return rowOf(PERSON);
    return rowOf(`bob-${random.chance(0.2) ? 'again' : `${name}-${index}`}@example.org`);
  }).join('\n');
}

/** Returns the invariants that are violated at the end of a world. */
export function importViolations({ world }: PlayedImports): string[] {
  const { tables, uploads, deletedForms, errors } = world;
  const found = errors.map(String);
  for (const [id, texts] of uploads) {
    const stored = tables.imports.get(id);
    if (stored === undefined) continue;
    if (texts.length > 0 && !hasEnded(stored)) found.push(`${id} has not ended: ${stored.status}`);
    if (hasEnded(stored)) found.push(...violationsOf(stored, texts, world));
  }
  for (const id of tables.files.keys())
    if (!tables.imports.has(id)) found.push(`${id} was deleted, but its file is left`);
  for (const formId of deletedForms) {
    const left = [...world.data.submissions.values(), ...tables.imports.values(), ...tables.notes.values()];
    if (left.some(({ form_id }) => form_id === formId)) found.push(`${formId} was deleted only in part`);
  }
  for (const { form_id } of world.forms)
    if (!deletedForms.has(form_id)) found.push(...rowViolations(form_id, world));
  return [...found, ...personViolations(world)];
}

/** Checks an import that has ended. */
function violationsOf(ended: StoredImport, texts: readonly string[], world: ImportWorld): string[] {
  const { kind: id, status, rows, imported, skipped, errors, preview, reason = '' } = ended;
  const found: string[] = [];
  if (preview !== undefined) found.push(`${id} has ended, but still has a preview`);
  if (world.tables.files.has(id)) found.push(`${id} has ended, but still has a file`);
  if (status === 'failed') {
    const wasErased = isConfirmed(world);
    const isExpected =
      (reason === 'The form was deleted.' && world.deletedForms.has(ended.form_id)) ||
      (reason.includes('uploaded again') && texts.length > 1) ||
      (reason.includes('data was erased') && wasErased) ||
      (reason.startsWith('The file no longer exists') && wasErased);
    return isExpected ? found : [...found, `${id} failed: ${reason}`];
  }
  const storedByIt = world.tables.storedRows.filter(({ importId }) => importId === id).length;
  if (imported !== storedByIt) found.push(`${id} says that ${imported} rows were imported of ${storedByIt}`);
  const isWhole = texts.some((text) => {
    const lines = text.split('\n');
    const broken = lines.flatMap((line, index) => (line === NOT_JSON ? [index + 1] : []));
    return (
      rows === lines.length &&
      imported + skipped + broken.length === rows &&
      JSON.stringify(errors.map(({ row }) => row)) === JSON.stringify(broken) &&
      isStored(ended, lines, world)
    );
  });
  return isWhole ? found : [...found, `${id} has not imported its whole file`];
}

/** Returns true if all rows of a finished import are stored, except for rows of an erased person. */
function isStored({ form_id }: StoredImport, lines: readonly string[], world: ImportWorld): boolean {
  if (world.deletedForms.has(form_id)) return true;
  const present = countsOf(rowsIn(form_id, world));
  return [...countsOf(lines)].every(
    ([line, count]) =>
      line === NOT_JSON ||
      (line === rowOf(PERSON) && isConfirmed(world)) ||
      (present.get(line) ?? 0) >= count,
  );
}

/** Checks that no row of a form is stored more often than a file contains it. */
function rowViolations(formId: string, world: ImportWorld): string[] {
  const { tables, uploads } = world;
  const files = [...uploads]
    .filter(([id]) => tables.imports.get(id)?.form_id === formId)
    .flatMap(([, texts]) => texts.map((text) => countsOf(text.split('\n'))));
  return [...countsOf(rowsIn(formId, world))].flatMap(([line, count]) => {
    const most = Math.max(0, ...files.map((counts) => counts.get(line) ?? 0));
    return count > most
      ? [`${line} is stored ${count} times in ${formId}, but at most ${most} in a file`]
      : [];
  });
}

/** Checks that only imports started after the confirmation store an erased person's data. */
function personViolations(world: ImportWorld): string[] {
  const [request] = world.requests.rows.values();
  if (!request || !isConfirmed(world)) return [];
  const { status, confirmed_at = '', finished_at = '' } = request;
  if (status !== 'finished') return [`The erasure has not ended: ${status}`];
  const { storedRows, imports } = world.tables;
  return [...world.data.submissions.values()].filter(isOfPerson).flatMap(({ submission_id: id }) => {
    const row = storedRows.findLast(({ submissionId }) => submissionId === id);
    const createdAt = imports.get(row?.importId ?? '')?.created_at ?? '';
    const isLater = row !== undefined && row.at > Date.parse(finished_at) && createdAt > confirmed_at;
    return isLater ? [] : [`${id} of the person is left`];
  });
}

/** Returns true if an erasure was confirmed. */
const isConfirmed = ({ requests }: ImportWorld): boolean =>
  [...requests.rows.values()].some(({ confirmed_at }) => confirmed_at !== undefined);

/** Returns the rows that are stored in a form, as lines of a file. */
const rowsIn = (formId: string, { data }: ImportWorld): string[] =>
  [...data.submissions.values()]
    .filter(({ form_id }) => form_id === formId)
    .map(({ payload }) => rowOf(payload.get('email') ?? ''));

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
