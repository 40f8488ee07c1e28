/** Defines a credential that consists of the service's URL and a management key. */
import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

export class SvcFormsApi implements ICredentialType {
  name = 'svcFormsApi';
  displayName = 'Svc-Forms API';
  icon: Icon = { light: 'file:../icons/svc-forms.svg', dark: 'file:../icons/svc-forms.dark.svg' };
  documentationUrl = 'https://forms.example.com/docs';
  properties: INodeProperties[] = [
    {
      displayName: 'Service URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://forms.example.com',
      description: 'URL of your svc-forms installation, without a path',
    },
    {
      displayName: 'Management Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      placeholder: 'svc_mgmt_…',
      description: 'Create a key with the scopes read and write in the console under Keys',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/v1/me' },
    rules: [
      {
        type: 'responseSuccessBody',
        properties: {
          // Rejects submission keys, because they only have the scope `ingest`.
          key: 'scopes.length',
          value: 1,
          message: 'This key has only one scope. Create a management key with the scopes read and write.',
        },
      },
    ],
  };
}
