/** Prints the console's files as JSON: a program of its own, so that whoever asks needs no esbuild in its process. */
import { bundleConsole } from './bundle.ts';

process.stdout.write(JSON.stringify(await bundleConsole()));
