/**
 * Mechanisms that deliver everything that an endpoint missed, exactly once. The simulation turns them off one
 * at a time and checks that an invariant is then violated.
 */
export const healingRemedies = {
  'recovery-batch': 'a recovery stores which deliveries it has selected before it reopens them',
  'recovery-id': 'a reopened delivery contains the id of its recovery',
  'recovery-resume': 'the sweeper resumes recoveries whose message was lost',
  'one-recovery': 'a webhook has at most one running recovery',
  'recovery-obstacle': 'a recovery stops when its webhook is disabled or deleted',
  'due-recovery': 'the end of a failing span and its due recovery are stored together',
  'due-sweep': 'the sweeper starts due recoveries that nobody has started',
  'probe-claim': 'a probe is claimed before it is sent',
} as const;
export type HealingRemedy = keyof typeof healingRemedies;
