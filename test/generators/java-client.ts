/** Generates a Java client with openapi-generator and its default HTTP library. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './workshop.ts';

const PROGRAM = `
import com.google.gson.JsonParser;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Program {
  static void check(boolean ok, Object what) {
    if (!ok) throw new IllegalStateException(String.valueOf(what));
  }

  public static void main(String[] args) throws Exception {
    ApiClient anyone = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv("KEY"));

    FormInput input = new FormInput().name("Contact").slug(System.getenv("SLUG"));
    Form form = new FormsApi(client).createForm(input).getForm();
    Map<String, Object> fields = Map.of("email", "ada@example.com", "age", 36);
    SubmitResponse sent = new IngestApi(anyone).submitForm(form.getSlug(), fields, null);
    check(sent.getStatus() == SubmitResponse.StatusEnum.RECEIVED, sent);
    WebhookInput endpoint = new WebhookInput().url(java.net.URI.create("https://hooks.example.org/forms"));
    ChangedWebhook webhook = new WebhooksApi(client).createWebhook(form.getId(), endpoint);
    check(webhook.getSecret().startsWith("whsec_"), webhook);
    SubmissionPage page = new SubmissionsApi(client)
        .listSubmissions(form.getId(), null, null, null, null, null, null, null, null, null, null, null);
    check(page.getData().size() == 1, page);
    check(page.getData().get(0).getSubmission().getPayload().get("email").equals("ada@example.com"), page);
    try {
      new FormsApi(client).getForm("frm_0000000000", null);
      check(false, "getForm");
    } catch (ApiException error) {
      NotFoundProblem problem = NotFoundProblem.fromJson(error.getResponseBody());
      check(problem.getCode() == NotFoundProblem.CodeEnum.NOT_FOUND, problem);
    }
    System.out.println("5 calls");
  }
}
`;

/**
 * Tests a client generated with openapi-generator's `java` generator. The test program is compiled together
 * with the client.
 */
export const javaClient: Client = async ({ folder, openapiGenerator, run, write }) => {
  await openapiGenerator('java');
  mkdirSync(join(folder, 'client/src/main/java'), { recursive: true });
  write('client/src/main/java/Program.java', PROGRAM);
  const maven = ['-q', '-B', '-Dmaven.test.skip=true'];
  await run(
    'mvn',
    [...maven, 'package', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'],
    join(folder, 'client'),
  );
  return run('sh', ['-c', 'java -cp "target/classes:$(cat classpath)" Program'], join(folder, 'client'));
};
