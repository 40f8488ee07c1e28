/**
 * Entry point of `npm start`. Plain JavaScript, so that a Node version that is too old for the runner can
 * still read it and say so.
 */
import { readFileSync } from 'node:fs';

// The runner and the CDK app are loaded from TypeScript, which Node supports from version 22.18.
if (!process.features.typescript) {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  console.error(
    `npm start: requires Node ${engines.node.replace('>=', '')} or later, but this is ${process.version}`,
  );
  process.exit(1);
}
const { launch } = await import('./launch.ts');
await launch(process.argv.slice(2));
