/** Entry point for synthesizing the service for this machine. `importLinkedApp` bundles it. */
export { makeApp } from '../make-app.ts';
export { bundlesIn } from './bundles.ts';
