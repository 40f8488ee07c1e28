/** `npm run bench`: prints figures of this machine; nothing here passes or fails. `npm run bench -- <part>` runs one. */
import { benchBundles } from './bundles.ts';
import { benchCalls } from './calls.ts';
import { benchFloor } from './floor.ts';
import { benchIngest } from './ingest.ts';
import { benchLists } from './lists.ts';
import { benchOperations } from './operations.ts';
import { benchTransitions } from './transitions.ts';
import { benchWebhookLatency } from './webhook-latency.ts';
import { benchWebhookThroughput } from './webhook-throughput.ts';

const parts: Record<string, () => Promise<void>> = {
  bundles: benchBundles,
  calls: benchCalls,
  floor: benchFloor,
  ingest: benchIngest,
  lists: benchLists,
  operations: benchOperations,
  latency: benchWebhookLatency,
  throughput: benchWebhookThroughput,
  transitions: benchTransitions,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n## ${name}`);
  await part();
}
