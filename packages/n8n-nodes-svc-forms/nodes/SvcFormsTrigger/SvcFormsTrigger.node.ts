/** The trigger node: starts a workflow with each submission of a form, or of all forms. */
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
import { hasWebhook, makeWebhook, removeWebhook } from './webhook-of-workflow.ts';

export class SvcFormsTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Svc-Forms Trigger',
    name: 'svcFormsTrigger',
    icon: { light: 'file:../../icons/svc-forms.svg', dark: 'file:../../icons/svc-forms.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["formScope"] === "all" ? "all forms" : "new submission"}}',
    description: 'Starts the workflow when a form gets a submission',
    defaults: { name: 'Svc-Forms Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: serviceCredentials,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'submission' }],
    triggerPanel: {
      header: 'Listen for a submission',
      executionsHelp: {
        inactive:
          'A test run takes the latest submission as a sample, or waits for the next one, as "Test Run With" says. Once the workflow is active, it runs with every submission.',
        active: 'The workflow runs with every submission. A test run shows its item here.',
      },
      activationHint: 'Once the workflow is active, it runs with every submission.',
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
            description: 'The latest submission of the form; before there is one, a made-up one',
          },
          { name: 'Next Submission', value: 'next', description: 'Waits until the form gets a submission' },
        ],
        default: 'sample',
        description: 'What a test run gets. The active workflow runs with submissions only.',
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
              'Whether a delivery that came before is answered without a run. Turn it off to run again what is replayed in the console.',
          },
          {
            displayName: 'Typed Values',
            name: 'typed',
            type: 'boolean',
            default: true,
            description:
              'Whether values are numbers, booleans and lists as the fields of the form say; otherwise all of them are text',
          },
          {
            displayName: 'Tolerance (Seconds)',
            name: 'tolerance',
            type: 'number',
            typeOptions: { minValue: 1 },
            default: 300,
            description: 'How old a signed request may be',
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
