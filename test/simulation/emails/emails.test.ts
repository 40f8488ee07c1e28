/**
 * Simulates e-mails on a fake clock. Starting from the stream, runs the real functions in worlds where every
 * call can fail.
 */
import { faults } from '../faults.ts';
import { emailRemedies, type EmailRemedy } from './remedies.ts';
import { emailViolations, playEmails, playOneEmailFault } from './scenario.ts';

const SEEDS = 500;
/** Number of simulated worlds to run without a given remedy. At least one of them must violate a rule. */
const SEEDS_WITHOUT = 300;

it(`loses no e-mail and sends none twice unnecessarily in ${SEEDS} worlds`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    expect({ seed, violations: emailViolations(await playEmails(seed)) }).toEqual({ seed, violations: [] });
  }
}, 120_000);

it.each(Object.entries(emailRemedies) as [EmailRemedy, string][])(
  'fails without %s: %s',
  async (remedy) => {
    let broken: number | undefined;
    for (let seed = 1; seed <= SEEDS_WITHOUT && broken === undefined; seed += 1) {
      if (emailViolations(await playEmails(seed, remedy)).length > 0) broken = seed;
    }
    expect(broken).toBeDefined();
  },
  60_000,
);

it.each(faults)(
  'survives %s on any call',
  async (fault) => {
    const { calls } = await playOneEmailFault(Infinity, fault);
    expect(calls).toBeGreaterThan(15);
    for (let call = 0; call < calls; call += 1) {
      const played = await playOneEmailFault(call, fault);
      expect({ call, violations: emailViolations(played) }).toEqual({ call, violations: [] });
    }
  },
  60_000,
);
