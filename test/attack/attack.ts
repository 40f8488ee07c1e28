/**
 * Sends hostile inputs to the running service (`npm run attack`). For each input, prints its size, the
 * response status, the CPU seconds that the service used, the CPU seconds for an input one eighth of the
 * size, and what was stored. Exits with code 1 if an expectation fails. `npm run attack -- <theme>` runs one
 * theme.
 */
import { attackAgents } from './agents.ts';
import { attackApps } from './apps.ts';
import { attackBodies, attackErrorLists, attackOauth } from './bodies.ts';
import { attackCompressed } from './compressed.ts';
import { attackWithGuesses } from './guesses.ts';
import { attackWithFormulas } from './csv-formulas.ts';
import { attackDeletion } from './deletion.ts';
import { attackHeaders } from './headers.ts';
import { attackLargePosts } from './large-posts.ts';
import { attackWithLoops } from './loops.ts';
import { attackMailCannon } from './mail-cannon.ts';
import { attackPatterns } from './patterns.ts';
import { attackReceivers } from './receivers.ts';
import { attackRelay } from './relay.ts';
import { attackSessions } from './sessions.ts';
import { attackSignIns } from './sign-ins.ts';
import { attackWithSpam } from './spam-flood.ts';
import { Target } from './target.ts';

/** Each theme is a file in this folder. Add new themes here. */
const themes: Record<string, (target: Target) => Promise<void>> = {
  bodies: attackBodies,
  oauth: attackOauth,
  apps: attackApps,
  'error-lists': attackErrorLists,
  receivers: attackReceivers,
  relay: attackRelay,
  'mail-cannon': attackMailCannon,
  spam: attackWithSpam,
  formulas: attackWithFormulas,
  compressed: attackCompressed,
  'large-posts': attackLargePosts,
  patterns: attackPatterns,
  loops: attackWithLoops,
  guesses: attackWithGuesses,
  sessions: attackSessions,
  'sign-ins': attackSignIns,
  headers: attackHeaders,
  deletion: attackDeletion,
  agents: attackAgents,
};

const given = process.argv.slice(2);
const unknown = given.filter((name) => !(name in themes));
if (unknown.length > 0) {
  console.error(`Unknown theme: ${unknown.join(', ')}. Available themes: ${Object.keys(themes).join(', ')}.`);
  process.exit(2);
}
const target = await Target.start();
try {
  for (const [name, attack] of Object.entries(themes)) {
    if (given.length > 0 && !given.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    await attack(target);
  }
} finally {
  await target.stop();
}
console.log(
  target.failures.length === 0
    ? '\nAll expectations were met.'
    : `\n${target.failures.length} expectations failed:\n${target.failures.map((each) => `- ${each}`).join('\n')}`,
);
process.exitCode = target.failures.length === 0 ? 0 : 1;
