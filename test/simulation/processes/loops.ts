/** Runs many simulated worlds and collects the rules that they violate. */

/** A world that violated rules, identified by its seed or by the call that failed. */
export interface Broken {
  readonly number: number;
  readonly violations: string[];
}

/**
 * Runs a world for each number from `from` to `to`.
 * @param run returns the violations of a world
 */
export async function brokenWorlds(
  from: number,
  to: number,
  run: (number: number) => Promise<string[]>,
): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (let number = from; number <= to; number += 1) {
    const violations = await run(number);
    if (violations.length > 0) broken.push({ number, violations });
  }
  return broken;
}

/** Runs seeds up to `to` until one violates a rule. */
export async function firstBroken(
  to: number,
  run: (seed: number) => Promise<string[]>,
): Promise<{ readonly seed?: number }> {
  for (let seed = 1; seed <= to; seed += 1) if ((await run(seed)).length > 0) return { seed };
  return {};
}
