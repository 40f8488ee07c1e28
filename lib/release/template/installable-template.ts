/** Builds the installable template, which covers all options of the stack with parameters and conditions. */
import { mergeVariants, type Template, type Variant } from './merge-variants.ts';
import { OPTIONS } from './options.ts';
import { conditions, parameterGroups, parameters, rules } from './parameters.ts';
import { placeParameters } from './placeholders.ts';
import { stagerResources, type Staged } from './stager-resources.ts';

/** CloudFormation's size limit for templates that are uploaded to S3, in bytes. */
export const MAX_TEMPLATE_BYTES = 1_000_000;

/** Returns the template that combines all variants. Its functions load their code from the staged assets. */
export function installableTemplate(variants: readonly Variant[], staged: Staged): Template {
  const placed = variants.map(({ on, template }) => ({ on, template: placeParameters(template) }));
  const merged = mergeVariants(placed, OPTIONS);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: variants[0]?.template['Description'],
    Metadata: {
      'AWS::CloudFormation::Interface': {
        ParameterGroups: parameterGroups.map(([label, names]) => ({
          Label: { default: label },
          Parameters: names,
        })),
      },
    },
    Parameters: parameters,
    Rules: rules,
    ...merged,
    Resources: { ...(merged['Resources'] as Template), ...stagerResources(staged) },
    Conditions: { ...conditions, ...(merged['Conditions'] as Template) },
  };
}
