/**
 * Edits a webhook's custom headers. Their values are secret, so the console shows only the names, and headers
 * can only be replaced all at once.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api, fetched } from '../../api/api-client.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';
import { HeaderRows, headersOf, refusedMember, type HeaderRow } from './webhook-fields.tsx';
import { readAgain, type Webhook } from '../webhook-queries.ts';

export function OwnHeaders({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const house = useTexts('house');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [rows, setRows] = useState<readonly HeaderRow[]>();
  const replace = useMutation({
    mutationFn: (headers: Record<string, string>) =>
      fetched(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { headers } })),
    onSuccess: () => {
      setRows(undefined);
      toast({ text: t.headersReplaced });
      readAgain(queries);
    },
    onError: (error) => {
      if (refusedMember(error, 'headers') === undefined) onError(error);
    },
  });
  const { header_names } = webhook;
  if (rows === undefined) {
    return (
      <>
        {header_names.length === 0 ? (
          <p className="soft">{t.noHeaders}</p>
        ) : (
          <ul className="header-names">
            {header_names.map((name) => (
              <li key={name}>
                <Chip>{name}</Chip>
              </li>
            ))}
          </ul>
        )}
        <div className="webhook-actions at-start">
          <Button
            onPress={() =>
              setRows(
                header_names.length === 0
                  ? [{ key: 0, name: '', value: '' }]
                  : header_names.map((name, key) => ({ key, name, value: '' })),
              )
            }
          >
            {header_names.length === 0 ? t.addHeader : t.replaceHeaders}
          </Button>
          {header_names.length > 0 && (
            <Button kind="quiet" isPending={replace.isPending} onPress={() => replace.mutate({})}>
              {t.removeHeaders}
            </Button>
          )}
        </div>
      </>
    );
  }
  return (
    <Form
      validationBehavior="aria"
      className="webhook-form-fields"
      onSubmit={(event) => {
        event.preventDefault();
        replace.mutate(headersOf(rows));
      }}
    >
      <HeaderRows rows={rows} onChange={setRows} error={refusedMember(replace.error, 'headers')} />
      <div className="webhook-actions">
        <Button
          onPress={() => {
            setRows(undefined);
            replace.reset();
          }}
        >
          {house.cancel}
        </Button>
        <Button kind="primary" type="submit" isPending={replace.isPending}>
          {t.save}
        </Button>
      </div>
    </Form>
  );
}
