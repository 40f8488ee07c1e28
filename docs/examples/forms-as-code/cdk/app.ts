/** Applies `forms.yaml` when the stack is deployed. */
import { App, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { FormsAsCode } from '@svc-forms/service';

const app = new App();
const stack = new Stack(app, 'website-forms', {
  env: { account: '111122223333', region: 'eu-central-1' },
});
new FormsAsCode(stack, 'Forms', {
  file: 'forms.yaml',
  url: 'https://forms.example.com',
  key: Secret.fromSecretNameV2(stack, 'Key', 'forms/key'),
  secrets: { CRM_TOKEN: Secret.fromSecretNameV2(stack, 'CrmToken', 'forms/crm-token') },
});
