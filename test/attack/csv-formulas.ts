/** Submits values and names that a spreadsheet would run as formulas, regardless of the cell separator. */
import type { Target } from './target.ts';

const FORMULAS = [
  '=1+1',
  'x;=1+1;y',
  'x,=1+1',
  'x\t=1+1',
  '\0=1+1',
  'x\n=1+1',
  'x\r=1+1',
  '";=1+1;"',
  '  @SUM(1)',
  "'=1+1",
  'x|+1',
  'x;-1',
  '\uff1d1+1',
];

/**
 * Matches a cell that a spreadsheet would run as a formula. Leading quotes and spaces are skipped, because
 * some programs remove them.
 */
const RUNS = /^["\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

export async function attackWithFormulas(target: Target): Promise<void> {
  const form = await target.form();
  const headers = { 'content-type': 'application/json' };
  const members = FORMULAS.flatMap((formula, i) => [
    [`f${i}`, formula],
    [`${formula} ${i}`, 'x'],
  ]);
  const body = Buffer.from(JSON.stringify(Object.fromEntries(members)));
  const { status } = await target.send({ path: `/v1/f/${form.slug}`, headers, body });
  target.check(status === 201, `formulas: got ${status}`);
  const authorization = `Bearer ${target.service.outputs.management_key}`;
  for (const delimiter of ['comma', 'semicolon', 'tab']) {
    const answer = await target.send({
      method: 'GET',
      path: `/v1/forms/${form.id}/submissions/export?format=csv&delimiter=${delimiter}`,
      headers: { authorization },
    });
    // Split like a naive CSV parser, which ignores quotes and splits at every possible separator.
    const running = answer.text.split(/[,;|\t\r\n\0]/).filter((cell) => RUNS.test(cell));
    const stored = `${running.length} formulas`;
    target.print(
      `formulas, delimiter ${delimiter}`,
      body.length,
      String(answer.status),
      answer.cpuSeconds,
      undefined,
      stored,
    );
    target.check(answer.status === 200, `formulas, delimiter ${delimiter}: got ${answer.status}`);
    target.check(running.length === 0, `formulas, delimiter ${delimiter}: ${JSON.stringify(running)}`);
  }
}
