/** Shows how to verify this webhook's deliveries: code to copy and a sample request. */
import { useQuery } from '@tanstack/react-query';
import { api, fetched } from '../../api/api-client.ts';
import { useSearch } from '../../app/address-context.ts';
import { Link } from '../../app/link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { GracePeriod } from './grace-period.tsx';
import { snippets, snippetTitles } from './verification-snippets.ts';
import type { Webhook } from '../webhook-queries.ts';
import { snippetLanguages, webhookSearch } from '../webhook-search.ts';

export function Verification({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const { code = 'node' } = useSearch(webhookSearch);
  return (
    <div className="webhook-reading">
      <Section title={t.verifyTitle} hint={t.verifyText}>
        <GracePeriod webhookId={webhook.id} />
        <TabLinks
          label={t.languages}
          current={code}
          tabs={snippetLanguages.map((language) => ({
            id: language,
            label: snippetTitles[language],
            link: (linkProps) => (
              <Link
                to="/webhooks/$webhookId"
                params={{ webhookId: webhook.id }}
                search={{ view: 'verify', code: language }}
                replace
                {...linkProps}
              />
            ),
          }))}
        />
        <CodeBlock code={snippets[code]} label={t.codeFor(snippetTitles[code])} />
        <p className="soft">{t.library}</p>
        <a className="link" href={recipesOf(webhook)} target="_blank" rel="noopener">
          {t.recipes}
        </a>
      </Section>
      {webhook.form_id !== null && webhook.format === 'standard' && <Sample formId={webhook.form_id} />}
    </div>
  );
}

/**
 * Returns a link to the automation recipes in the documentation. The documentation inserts the ids in the
 * link into the recipes' examples.
 */
const recipesOf = ({ form_id, id }: Webhook): string =>
  `/docs/automations#webhook=${id}${form_id === null ? '' : `&form=${form_id}`}`;

function Sample({ formId }: { formId: string }) {
  const t = useTexts('webhooks');
  const { data } = useQuery({
    queryKey: ['sample', formId],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/forms/{id}/sample', { params: { path: { id: formId } }, signal })),
  });
  return (
    data && (
      <Section title={t.sample} hint={t.sampleText}>
        <CodeBlock code={JSON.stringify(data, null, 2)} label={t.sample} />
      </Section>
    )
  );
}
