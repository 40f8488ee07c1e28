/** Defines the trigger node, which starts a workflow for each submission of one form or all forms. */
import {
  NodeConnectionTypes,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { formProperty, formScopeProperty, searchForms } from '../service/form-choice.ts';
import { authenticationProperty, serviceCredentials } from '../service/service-request.ts';
import { receiveEvent } from './received-event.ts';
import { eventsProperty } from './webhook-events.ts';
import { FILTER_DESCRIPTION } from './webhook-filter.ts';
import { hasWebhook, makeWebhook, removeWebhook } from './webhook-of-workflow.ts';

export class SvcFormsTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Svc-Forms Trigger',
    name: 'svcFormsTrigger',
    icon: { light: 'file:../../icons/svc-forms.svg', dark: 'file:../../icons/svc-forms.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["formScope"] === "all" ? "all forms" : "new submission"}}',
    description: 'Starts the workflow when a form receives a submission',
    defaults: { name: 'Svc-Forms Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: serviceCredentials,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'submission' }],
    triggerPanel: {
      header: 'Listen for a submission',
      executionsHelp: {
        inactive:
          'A test run uses the latest submission as a sample or waits for the next one, depending on "Test Run With". An active workflow runs for every submission.',
        active: 'The workflow runs for every submission. The item of a test run appears here.',
      },
      activationHint: 'An active workflow runs for every submission.',
    },
    properties: [
      authenticationProperty,
      formScopeProperty,
      { ...formProperty, displayOptions: { show: { formScope: ['form'] } } },
      {
        displayName: 'Test Run With',
        name: 'testEvent',
        type: 'options',
        options: [
          {
            name: 'Sample',
            value: 'sample',
            description: "Uses the form's latest submission, or an example if there is none yet",
          },
          {
            name: 'Next Submission',
            value: 'next',
            description: 'Waits until the form receives a submission',
          },
        ],
        default: 'sample',
        description: 'The item for test runs. The active workflow only runs for real submissions.',
      },
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add option',
        default: {},
        options: [
          {
            displayName: 'Drop Repeated Deliveries',
            name: 'dropRepeated',
            type: 'boolean',
            default: true,
            description:
              'Whether to ignore deliveries that were already received. Turn this off if deliveries that you replay in the console should run again.',
          },
          eventsProperty,
          {
            displayName: 'Filter (JSON)',
            name: 'filter',
            type: 'json',
            default: '',
            description: FILTER_DESCRIPTION,
          },
          {
            displayName: 'Typed Values',
            name: 'typed',
            type: 'boolean',
            default: true,
            description:
              "Whether to convert values to numbers, booleans and lists according to the form's field types. Otherwise all values are text.",
          },
          {
            displayName: 'Tolerance (Seconds)',
            name: 'tolerance',
            type: 'number',
            typeOptions: { minValue: 1 },
            default: 300,
            description: 'Maximum age of a signed request',
          },
        ],
      },
    ],
  };

  methods = { listSearch: { searchForms } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await hasWebhook(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return await makeWebhook(this);
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return await removeWebhook(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await receiveEvent(this);
  }
}
