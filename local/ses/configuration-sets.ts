/** Reads the template's configuration sets and the e-mail events that they send to EventBridge. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import { flag } from '../template/template.ts';

const destinationProperties = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: flag.default(true),
    MatchingEventTypes: z.array(z.string()),
    EventBridgeDestination: z.object({ EventBusArn: z.string() }).optional(),
  }),
});

/**
 * Maps each configuration set to the event types that it sends, as written in the template, such as `bounce`.
 */
export type ConfigurationSets = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the template's configuration sets.
 * @throws RunnerError for a destination other than EventBridge's default bus
 */
export function configurationSetsOf(stack: Stack): ConfigurationSets {
  const sets = new Map(
    stack.resources(['AWS::SES::ConfigurationSet'], z.object({})).map(({ ref }) => [ref, new Set<string>()]),
  );
  for (const { logicalId, properties } of stack.resources(
    ['AWS::SES::ConfigurationSetEventDestination'],
    destinationProperties,
  )) {
    const { ConfigurationSetName, EventDestination } = properties;
    const bus = EventDestination.EventBridgeDestination?.EventBusArn;
    if (!bus?.endsWith(':event-bus/default')) {
      throw new RunnerError(`${logicalId}: the local runner supports e-mail events only on the default bus`);
    }
    if (!EventDestination.Enabled) continue;
    for (const type of EventDestination.MatchingEventTypes) sets.get(ConfigurationSetName)?.add(type);
  }
  return sets;
}
