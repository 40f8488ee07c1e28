/**
 * Runs benchmarks and prints the results for this machine (`npm run bench`). Benchmarks don't pass or fail.
 * `npm run bench -- <part>` runs a single part.
 */
import { spawnSync } from 'node:child_process';
import { benchBundles } from './bundles.ts';
import { benchCalls } from './calls.ts';
import { benchChallenge } from './challenge.ts';
import { benchConsole } from './console.ts';
import { benchCosts } from './costs/costs.ts';
import { benchData } from './data/data.ts';
import { benchFiles } from './files.ts';
import { benchFilters } from './filters.ts';

import { benchLarge } from './large.ts';
import { benchLists } from './lists.ts';
import { benchOauth } from './oauth.ts';
import { benchOperations } from './operations.ts';
import { benchBulk, benchStatistics, benchTimeline } from './owner.ts';
import { benchPeers } from './peers/peers.ts';
import { benchScale } from './scale/scale.ts';
import { benchSearch } from './search/search.ts';
import { benchBusy } from './service/busy.ts';
import { benchDelivered } from './service/delivered.ts';
import { benchFloor } from './service/floor.ts';
import { benchIngest } from './service/ingest.ts';
import { benchLeftovers } from './service/leftovers.ts';
import { benchMemory } from './service/memory.ts';
import { benchSpam } from './spam.ts';
import { benchTransitions } from './transitions.ts';
import { benchHangingEndpoint } from './webhooks/hanging-endpoint.ts';
import { benchWebhookLatency } from './webhooks/webhook-latency.ts';
import { benchWebhookThroughput } from './webhooks/webhook-throughput.ts';

const parts: Record<string, () => Promise<void>> = {
  bulk: benchBulk,
  bundles: benchBundles,
  busy: benchBusy,
  calls: benchCalls,
  challenge: benchChallenge,
  console: benchConsole,
  costs: benchCosts,
  data: benchData,
  delivered: benchDelivered,
  files: benchFiles,
  filters: benchFilters,
  floor: benchFloor,
  hanging: benchHangingEndpoint,
  ingest: benchIngest,
  large: benchLarge,
  leftovers: benchLeftovers,
  lists: benchLists,
  memory: benchMemory,
  oauth: benchOauth,
  operations: benchOperations,
  peers: benchPeers,
  scale: benchScale,
  search: benchSearch,
  spam: benchSpam,
  statistics: benchStatistics,
  timeline: benchTimeline,
  latency: benchWebhookLatency,
  throughput: benchWebhookThroughput,
  transitions: benchTransitions,
};

// Numeric arguments set the sizes of the `data` and `search` parts.
const given = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const unknown = given.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Available parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const wanted = Object.keys(parts).filter((name) => given.length === 0 || given.includes(name));
const [only] = wanted;
if (wanted.length === 1 && only !== undefined) {
  console.log(`\n## ${only}`);
  await parts[only]?.();
} else {
  // Run each part in a separate process, because handlers read their environment only once and parts must not
  // warm up each other's code.
  const failed = wanted.filter((name) => {
    const args = [...process.execArgv, import.meta.filename, name];
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
  });
  if (failed.length > 0) console.error(`\nNot finished: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
