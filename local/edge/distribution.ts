/**
 * Simulates the template's CloudFront distribution, which selects each request's origin and adds headers.
 */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import { viewerFunction, type ViewerFunction } from './viewer-function.ts';

const behavior = z.object({
  TargetOriginId: z.string(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .default([]),
});
const distributionProperties = z.object({
  DistributionConfig: z.object({
    DefaultCacheBehavior: behavior,
    CacheBehaviors: z.array(behavior.extend({ PathPattern: z.string() })).default([]),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginCustomHeaders: z
          .array(z.object({ HeaderName: z.string(), HeaderValue: z.string() }))
          .default([]),
      }),
    ),
  }),
});
const viewerFunctionProperties = z.object({ FunctionCode: z.string() });

/** A cache behavior, which defines how to handle requests to paths that match a pattern. */
export interface Behavior {
  readonly originDomain: string;
  /** Headers that replace the client's headers with the same names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Code of a CloudFront function. */
  readonly viewerFunction: string | undefined;
}

/** A distribution's settings as plain data that can be passed between threads. */
export interface DistributionSettings {
  /** The domain name that clients use. */
  readonly domainName: string;
  /** Cache behaviors in order of precedence. The first one whose pattern matches the path applies. */
  readonly behaviors: readonly (Behavior & { readonly pattern: string })[];
  readonly defaultBehavior: Behavior;
}

/** The destination for a request and the headers to add. */
export interface Forwarding extends Omit<Behavior, 'viewerFunction'> {
  readonly viewerFunction: ViewerFunction | undefined;
}

export interface Distribution {
  readonly domainName: string;
  /**
   * Returns where to forward a request.
   * @param path percent-encoded, without a query
   */
  forwardingOf(path: string): Forwarding;
}

/**
 * Returns the stack's distribution, if it has one.
 * @throws RunnerError if there is more than one distribution, or if the distribution refers to a resource
 *   that doesn't exist
 */
export function distributionOf(stack: Stack): DistributionSettings | undefined {
  const [only, second] = stack.resources(['AWS::CloudFront::Distribution'], distributionProperties);
  if (second) throw new RunnerError(`the stack has more than one distribution: ${second.logicalId}`);
  if (!only) return undefined;
  const functions = new Map(
    stack
      .resources(['AWS::CloudFront::Function'], viewerFunctionProperties)
      .map(({ attributes, properties }) => [attributes['FunctionARN'], properties.FunctionCode]),
  );
  const { DefaultCacheBehavior, CacheBehaviors, Origins } = only.properties.DistributionConfig;
  const settingsOf = ({ TargetOriginId, FunctionAssociations }: z.infer<typeof behavior>): Behavior => {
    const origin = Origins.find(({ Id }) => Id === TargetOriginId);
    if (!origin) throw new RunnerError(`${only.logicalId}: the origin ${TargetOriginId} doesn't exist`);
    const [association] = FunctionAssociations;
    const code = association && functions.get(association.FunctionARN);
    if (association && code === undefined)
      throw new RunnerError(`${only.logicalId}: the function ${association.FunctionARN} doesn't exist`);
    return {
      originDomain: origin.DomainName,
      headers: Object.fromEntries(
        origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
      ),
      viewerFunction: code,
    };
  };
  return {
    domainName: only.attributes['DomainName'] ?? '',
    behaviors: CacheBehaviors.map((each) => ({ pattern: each.PathPattern, ...settingsOf(each) })),
    defaultBehavior: settingsOf(DefaultCacheBehavior),
  };
}

/** Creates a simulated distribution from its settings. */
export function distribution({ domainName, behaviors, defaultBehavior }: DistributionSettings): Distribution {
  const forwarding = ({ viewerFunction: code, ...settings }: Behavior): Forwarding => ({
    ...settings,
    viewerFunction: code === undefined ? undefined : viewerFunction(code),
  });
  const otherwise = forwarding(defaultBehavior);
  const byPattern = behaviors.map(({ pattern, ...settings }) => ({
    pattern: patternOf(pattern),
    forwarding: forwarding(settings),
  }));
  return {
    domainName,
    forwardingOf: (path) => byPattern.find(({ pattern }) => pattern.test(path))?.forwarding ?? otherwise,
  };
}

/**
 * Converts a path pattern to a regular expression. `*` matches any characters, including slashes. `?` matches
 * one character.
 */
function patternOf(pathPattern: string): RegExp {
  const escaped = pathPattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}
