/** Lists the steps of the smoke test in the order they run. */
import type { SmokeStep } from './smoke-step.ts';
import { emails } from './steps/emails.ts';
import { expectContinue } from './steps/expect-continue.ts';
import { files } from './steps/files.ts';
import { health } from './steps/health.ts';
import { idempotency } from './steps/idempotency.ts';
import { largePost, slowPost } from './steps/large-posts.ts';
import { addresses, rateLimit } from './steps/rate-limit.ts';
import { recovery } from './steps/recovery.ts';
import { routes } from './steps/routes.ts';
import { signIn } from './steps/sign-in.ts';
import { submissions } from './steps/submissions.ts';
import { retry, webhook } from './steps/webhooks.ts';

export const smokeSteps: readonly SmokeStep[] = [
  health,
  routes,
  signIn,
  submissions,
  idempotency,
  rateLimit,
  addresses,
  expectContinue,
  files,
  largePost,
  slowPost,
  webhook,
  retry,
  recovery,
  emails,
];
