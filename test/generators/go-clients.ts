/** Generates Go clients with openapi-generator and oapi-codegen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Workshop } from './workshop.ts';

const MODULE = 'module example\n\ngo 1.24\n';

const PROGRAM = `package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	forms "example/client"
)

func check(ok bool, what string, more ...any) {
	if !ok {
		fmt.Println(append([]any{what}, more...)...)
		os.Exit(1)
	}
}

func main() {
	config := forms.NewConfiguration()
	config.Servers = forms.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := forms.NewAPIClient(config)
	ctx := context.WithValue(context.Background(), forms.ContextAccessToken, os.Getenv("KEY"))

	input := forms.NewFormInput("Contact")
	input.SetSlug(os.Getenv("SLUG"))
	created, _, err := client.FormsAPI.CreateForm(ctx).FormInput(*input).Execute()
	check(err == nil && created.Form != nil, "createForm", err)

	fields := map[string]interface{}{"email": "ada@example.com", "age": 36}
	sent, _, err := client.IngestAPI.SubmitForm(context.Background(), created.Form.Slug).RequestBody(fields).Execute()
	check(err == nil && sent.GetStatus() == "received", "submitForm", err)

	webhook, _, err := client.WebhooksAPI.CreateWebhook(ctx, created.Form.Id).
		WebhookInput(*forms.NewWebhookInput("https://hooks.example.org/forms")).Execute()
	check(err == nil && strings.HasPrefix(webhook.GetSecret(), "whsec_"), "createWebhook", err)

	page, _, err := client.SubmissionsAPI.ListSubmissions(ctx, created.Form.Id).Execute()
	check(err == nil && len(page.Data) == 1, "listSubmissions", err)
	check(page.Data[0].Submission.Payload["email"] == "ada@example.com", "payload")

	_, _, err = client.FormsAPI.GetForm(ctx, "frm_0000000000").Execute()
	problem, isProblem := err.(*forms.GenericOpenAPIError).Model().(forms.NotFoundProblem)
	check(isProblem && problem.Code == "not-found", "getForm", err)
	fmt.Println("5 calls")
}
`;

/** Tests a client generated with openapi-generator's `go` generator. */
export const goClient: Client = async (workshop) => {
  const properties = '--additional-properties=packageName=forms,withGoMod=false';
  // Skips the generated tests, because they import a repository that doesn't exist.
  await workshop.openapiGenerator('go', properties, '--global-property=apiTests=false,modelTests=false');
  return runGo(workshop, PROGRAM);
};

const OAPI_PROGRAM = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	forms "example/client"
)

func check(ok bool, what string, more ...any) {
	if !ok {
		fmt.Println(append([]any{what}, more...)...)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	withKey := forms.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	})
	client, err := forms.NewClientWithResponses(os.Getenv("BASE_URL"), withKey)
	check(err == nil, "client", err)
	anyone, err := forms.NewClientWithResponses(os.Getenv("BASE_URL"))
	check(err == nil, "client", err)

	slug := os.Getenv("SLUG")
	created, err := client.CreateFormWithResponse(ctx, forms.FormInput{Name: "Contact", Slug: &slug})
	check(err == nil && created.JSON201 != nil, "createForm", err)
	form, err := created.JSON201.AsForm()
	check(err == nil, "form", err)

	fields := forms.PostedMembers{"email": "ada@example.com", "age": 36}
	sent, err := anyone.SubmitFormWithResponse(ctx, form.Slug, nil, fields)
	check(err == nil && sent.JSON201 != nil && sent.JSON201.Status == "received", "submitForm", err)

	made, err := client.CreateWebhookWithResponse(ctx, form.Id, forms.WebhookInput{Url: "https://hooks.example.org/forms"})
	check(err == nil && made.JSON201 != nil, "createWebhook", err)
	check(strings.HasPrefix(*made.JSON201.Secret, "whsec_"), "secret")

	page, err := client.ListSubmissionsWithResponse(ctx, form.Id, nil)
	check(err == nil && page.JSON200 != nil && len(page.JSON200.Data) == 1, "listSubmissions", err)
	submission, err := page.JSON200.Data[0].AsSubmission()
	check(err == nil && submission.Payload["email"] == "ada@example.com", "payload", err)

	missing, err := client.GetFormWithResponse(ctx, "frm_0000000000", nil)
	check(err == nil && missing.ApplicationproblemJSON404.Code == "not-found", "getForm", err)
	fmt.Println("5 calls")
}
`;

/** Tests a client generated with oapi-codegen. */
export const oapiCodegenClient: Client = async (workshop) => {
  const { folder, document, run } = workshop;
  mkdirSync(join(folder, 'client'));
  const output = join('client', 'client.go');
  const options = ['-generate', 'types,client', '-package', 'forms', '-o', output, document];
  await run(process.env['OAPI_CODEGEN'] ?? 'oapi-codegen', options);
  return runGo(workshop, OAPI_PROGRAM);
};

async function runGo({ run, write }: Workshop, program: string): Promise<string> {
  write('go.mod', MODULE);
  write('main.go', program);
  await run('go', ['mod', 'tidy']);
  await run('go', ['vet', './...']);
  return run('go', ['run', '.']);
}
