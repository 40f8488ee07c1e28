/** Tests that the console translates all of the service's messages about imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemText } from '../../console/imports/problem-text.ts';
import { importProblemsDe } from '../../console/texts/imports/import-problems.de.ts';
import { importProblemsEs } from '../../console/texts/imports/import-problems.es.ts';
import { importProblemsIt } from '../../console/texts/imports/import-problems.it.ts';
import { importProblemsRu } from '../../console/texts/imports/import-problems.ru.ts';

const languages = { de: importProblemsDe, es: importProblemsEs, it: importProblemsIt, ru: importProblemsRu };
const IMPORTS = join(import.meta.dirname, '../../lambdas/imports');

/** Returns the messages in the source code for imports, with each expression replaced by a number. */
const messages = readdirSync(IMPORTS)
  .map((file) => readFileSync(join(IMPORTS, file), 'utf8'))
  .flatMap((source) => [
    ...source.matchAll(
      /(?:problem: |RowProblem\([^,]+, |fail\(\s*\w+,\s*|const [A-Z_]+ =\s+)(?<quote>['"`])(?<text>.+? .+?)\k<quote>/g,
    ),
  ])
  .map(({ groups }) => (groups?.['text'] ?? '').replaceAll(/\$\{[^}]*\}/g, '17'))
  // The two messages about times above cover the first one, and the second one is an operation's description.
  .filter((message) => !/^The time 17|^Requires/.test(message));

const MESSAGES = [
  'The line is longer than 2 MB.',
  'The row has a different number of cells (3) than the header (4).',
  'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.',
  'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.',
  'A submission can have at most 100 fields.',
  'The text of a submission can be at most 262144 bytes long.',
  'The file has no column "E-mail (work)", but the mapping includes it.',
  ...messages,
];

it.each(Object.entries(languages))('translates all messages to %s', (_, translations) => {
  expect(messages.length).toBeGreaterThan(18);
  expect(MESSAGES.filter((message) => problemText(message, translations) === message)).toEqual([]);
});

it('keeps the values of a message', () => {
  const [cells, column] = [MESSAGES[1] ?? '', MESSAGES[6] ?? ''];
  expect(problemText(cells, importProblemsDe)).toBe(
    'Die Zeile hat nicht so viele Zellen wie die Kopfzeile (3 statt 4).',
  );
  expect(problemText(column, importProblemsRu)).toBe(
    'Столбец «E-mail (work)» указан в сопоставлении, но его нет в файле.',
  );
});

it('shows messages that it has no translation for as they are', () => {
  expect(problemText('The moon is full.', importProblemsDe)).toBe('The moon is full.');
});
