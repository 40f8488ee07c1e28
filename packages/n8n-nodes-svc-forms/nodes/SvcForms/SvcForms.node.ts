/**
 * Defines the action node, which reads, searches, updates, exports and creates submissions, downloads their
 * files, and reads forms.
 */
import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { searchForms } from '../service/form-choice.ts';
import { authenticationProperty, serviceCredentials } from '../service/service-request.ts';
import { fileProperties } from './file-properties.ts';
import { formProperties } from './form-properties.ts';
import { mapFormFields } from './post-submission.ts';
import { runOperation } from './run-operation.ts';
import { submissionProperties } from './submission-properties.ts';

export class SvcForms implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Svc-Forms',
    name: 'svcForms',
    icon: { light: 'file:../../icons/svc-forms.svg', dark: 'file:../../icons/svc-forms.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Read and update form submissions',
    defaults: { name: 'Svc-Forms' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: serviceCredentials,
    properties: [
      authenticationProperty,
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'File', value: 'file' },
          { name: 'Form', value: 'form' },
          { name: 'Submission', value: 'submission' },
        ],
        default: 'submission',
      },
      ...fileProperties,
      ...formProperties,
      ...submissionProperties,
    ],
  };

  methods = { listSearch: { searchForms }, resourceMapping: { mapFormFields } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [await runOperation(this)];
  }
}
