/** Entry point for synthesizing the service locally. `importLinkedApp` bundles it. */
export { makeApp } from '../make-app.ts';
export { bundlesIn } from './bundles.ts';
