/**
 * What `npm start` runs. Plain JavaScript: a Node that is too old for the runner reads it, too, and can say so.
 */
import { readFileSync } from 'node:fs';

// The runner and the CDK app are loaded from TypeScript, which Node itself does from 22.18 on.
if (!process.features.typescript) {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  console.error(
    `npm start: needs Node ${engines.node.replace('>=', '')} or newer; this is ${process.version}`,
  );
  process.exit(1);
}
const { launch } = await import('./launch.ts');
await launch(process.argv.slice(2));
