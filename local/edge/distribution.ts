/** The CloudFront distribution of a template: which origin gets a request, and what is added to it. */
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
const distribution = z.object({
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

/** Where a request goes on to. */
export interface Forwarding {
  readonly originDomain: string;
  /** Set over what the client sends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly viewerFunction: ViewerFunction | undefined;
}

export interface Distribution {
  /** By which clients reach it. */
  readonly domainName: string;
  /** @param path with its percent-encoding and without a query */
  forwardingOf(path: string): Forwarding;
}

/**
 * The distribution of the stack, if it has one.
 * @throws RunnerError when it has two, or one that refers to what is not there
 */
export function distributionOf(stack: Stack): Distribution | undefined {
  const [only, second] = stack.resources(['AWS::CloudFront::Distribution'], distribution);
  if (second) throw new RunnerError(`the stack has a second distribution: ${second.logicalId}`);
  if (!only) return undefined;
  const functions = new Map(
    stack
      .resources(['AWS::CloudFront::Function'], viewerFunctionProperties)
      .map(({ attributes, properties }) => [attributes['FunctionARN'], properties.FunctionCode]),
  );
  const { DefaultCacheBehavior, CacheBehaviors, Origins } = only.properties.DistributionConfig;
  const forwarding = ({ TargetOriginId, FunctionAssociations }: z.infer<typeof behavior>): Forwarding => {
    const origin = Origins.find(({ Id }) => Id === TargetOriginId);
    if (!origin) throw new RunnerError(`${only.logicalId}: there is no origin ${TargetOriginId}`);
    const [association] = FunctionAssociations;
    const code = association && functions.get(association.FunctionARN);
    if (association && code === undefined)
      throw new RunnerError(`${only.logicalId}: there is no function ${association.FunctionARN}`);
    return {
      originDomain: origin.DomainName,
      headers: Object.fromEntries(
        origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
      ),
      viewerFunction: code === undefined ? undefined : viewerFunction(code),
    };
  };
  const otherwise = forwarding(DefaultCacheBehavior);
  const byPattern = CacheBehaviors.map((each) => ({
    pattern: patternOf(each.PathPattern),
    forwarding: forwarding(each),
  }));
  return {
    domainName: only.attributes['DomainName'] ?? '',
    // The first that fits counts.
    forwardingOf: (path) => byPattern.find(({ pattern }) => pattern.test(path))?.forwarding ?? otherwise,
  };
}

/** `*` stands for any characters, slashes too, and `?` for one. */
function patternOf(pathPattern: string): RegExp {
  const escaped = pathPattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}
