/**
 * Simulates e-mails on a fake clock. Starting from the stream, runs the real functions in worlds where every
 * call can fail.
 */
import { join } from 'node:path';
import { faults } from '../faults.ts';
import { inPlainProcess } from '../processes/in-plain-process.ts';
import { emailRemedies, type EmailRemedy } from './remedies.ts';
import type * as Searches from './searches.ts';

const search = inPlainProcess<typeof Searches>(join(import.meta.dirname, 'searches.ts'));

const SEEDS = 500;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 300;

it(`loses no e-mail and sends none twice unnecessarily in ${SEEDS} worlds`, async () => {
  expect(await search('searchSeeds', SEEDS)).toEqual([]);
}, 120_000);

it.each(Object.entries(emailRemedies) as [EmailRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    expect(await search('searchWithout', remedy, SEEDS_WITHOUT)).toEqual({ seed: expect.any(Number) });
  },
  60_000,
);

it.each(faults)(
  'survives %s on any call',
  async (fault) => {
    const { calls, broken } = await search('searchCalls', fault);
    expect(calls).toBeGreaterThan(15);
    expect(broken).toEqual([]);
  },
  60_000,
);
