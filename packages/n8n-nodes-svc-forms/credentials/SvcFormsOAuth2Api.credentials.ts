/**
 * Defines a credential for users who authorize n8n, using OAuth 2.0 with an authorization code and PKCE (RFC
 * 6749, RFC 7636).
 */
import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

const WITHOUT_SLASH = '$self["baseUrl"].replace(/\\/+$/, "")';

export class SvcFormsOAuth2Api implements ICredentialType {
  name = 'svcFormsOAuth2Api';
  extends = ['oAuth2Api'];
  displayName = 'Svc-Forms OAuth2 API';
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
    { displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'pkce' },
    {
      displayName: 'Authorization URL',
      name: 'authUrl',
      type: 'hidden',
      default: `={{${WITHOUT_SLASH}}}/oauth/authorize`,
    },
    {
      displayName: 'Access Token URL',
      name: 'accessTokenUrl',
      type: 'hidden',
      default: `={{${WITHOUT_SLASH}}}/oauth/token`,
    },
    { displayName: 'Scope', name: 'scope', type: 'hidden', default: 'ingest read write' },
    { displayName: 'Auth URI Query Parameters', name: 'authQueryParameters', type: 'hidden', default: '' },
    { displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
  ];
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/v1/me' },
  };
}
