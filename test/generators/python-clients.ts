/** Generates Python clients with openapi-generator and openapi-python-client. */
import { join } from 'node:path';
import type { Client, Workshop } from './workshop.ts';

const PROGRAM = `
import os
import openapi_client
from openapi_client import FormInput, NotFoundProblem, WebhookInput

host = os.environ['BASE_URL']
client = openapi_client.ApiClient(openapi_client.Configuration(host=host, access_token=os.environ['KEY']))
anyone = openapi_client.ApiClient(openapi_client.Configuration(host=host))

form = openapi_client.FormsApi(client).create_form(FormInput(name='Contact', slug=os.environ['SLUG'])).actual_instance
sent = openapi_client.IngestApi(anyone).submit_form(form.slug, {'email': 'ada@example.com', 'age': 36})
assert sent.status == 'received', sent
made = openapi_client.WebhooksApi(client).create_webhook(form.id, WebhookInput(url='https://hooks.example.org/forms'))
assert made.secret.startswith('whsec_'), made
page = openapi_client.SubmissionsApi(client).list_submissions(form.id)
assert [row.actual_instance.payload['email'] for row in page.data] == ['ada@example.com'], page
try:
    openapi_client.FormsApi(client).get_form('frm_0000000000')
    raise AssertionError('getForm')
except openapi_client.ApiException as error:
    assert isinstance(error.data, NotFoundProblem) and error.data.code == 'not-found', error
print('5 calls')
`;

/** Tests a client generated with openapi-generator's `python` generator. */
export const pythonClient: Client = async (workshop) => {
  await workshop.openapiGenerator('python');
  return runPython(workshop, ['./client'], PROGRAM);
};

const OTHER_PROGRAM = `
import os
import form_backend_client as forms
from form_backend_client.api.forms import create_form, get_form
from form_backend_client.api.ingest import submit_form
from form_backend_client.api.submissions import list_submissions
from form_backend_client.api.webhooks import create_webhook
from form_backend_client.models import FormInput, PostedMembers, WebhookInput

host = os.environ['BASE_URL']
client = forms.AuthenticatedClient(base_url=host, token=os.environ['KEY'])

form = create_form.sync(client=client, body=FormInput(name='Contact', slug=os.environ['SLUG']))
fields = PostedMembers.from_dict({'email': 'ada@example.com', 'age': 36})
sent = submit_form.sync(form.slug, client=forms.Client(base_url=host), body=fields)
assert sent.status == 'received', sent
made = create_webhook.sync(form.id, client=client, body=WebhookInput(url='https://hooks.example.org/forms'))
assert made.secret.startswith('whsec_'), made
page = list_submissions.sync(form.id, client=client)
assert [row.payload['email'] for row in page.data] == ['ada@example.com'], page
missing = get_form.sync('frm_0000000000', client=client)
assert missing.code == 'not-found', missing
print('5 calls')
`;

/** Tests a client generated with openapi-python-client. */
export const openapiPythonClient: Client = async (workshop) => {
  const { document, run } = workshop;
  const command = process.env['OPENAPI_PYTHON_CLIENT'] ?? 'openapi-python-client';
  await run(command, ['generate', '--path', document, '--output-path', 'client', '--meta', 'setup']);
  return runPython(workshop, ['./client', 'setuptools'], OTHER_PROGRAM);
};

async function runPython(
  { folder, run, write }: Workshop,
  packages: readonly string[],
  program: string,
): Promise<string> {
  write('program.py', program);
  await run('python3', ['-m', 'venv', 'venv']);
  const python = join(folder, 'venv/bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
  return run(python, ['program.py']);
}
