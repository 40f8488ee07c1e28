/** Lists the account's reply templates, and lets users create, change and delete them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import Plus from 'lucide-react/icons/plus';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useErrorText, useFailureToast } from '../app/error-text.ts';
import { useMay, useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { MAX_SUBJECT, MAX_TEXT } from './reply-draft.ts';
import { templatesQuery } from './reply-query.ts';

type Template = Schema<'ReplyTemplate'>;

const MOST = 50;

export function ReplyTemplates() {
  const t = useTexts('replies');
  const { member } = useMe();
  // All of the account's members share the templates, so only members who can access all forms may change
  // them.
  const mayChange = useMay('write') && (member?.form_ids ?? null) === null;
  const [editing, setEditing] = useState<Template | 'new'>();
  const [deleting, setDeleting] = useState<Template>();
  return (
    <Loaded query={useQuery(templatesQuery)}>
      {(templates) => (
        <>
          {templates.length === 0 && <p className="soft">{t.noTemplates}</p>}
          <ul className="reply-templates">
            {templates.map((template) => (
              <li key={template.id}>
                <span className="reply-templates-name">{template.name}</span>
                {mayChange && (
                  <>
                    <Button
                      isSmall
                      aria-label={t.editNamed(template.name)}
                      onPress={() => setEditing(template)}
                    >
                      {t.edit}
                    </Button>
                    <Button
                      isSmall
                      kind="quiet"
                      aria-label={t.deleteNamed(template.name)}
                      onPress={() => setDeleting(template)}
                    >
                      {t.delete}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
          {mayChange && (
            <div>
              <Button
                icon={<Plus size={14} aria-hidden />}
                isDisabled={templates.length >= MOST}
                onPress={() => setEditing('new')}
              >
                {t.newTemplate}
              </Button>
            </div>
          )}
          {editing && (
            <TemplateDialog
              template={editing === 'new' ? undefined : editing}
              onClose={() => setEditing(undefined)}
            />
          )}
          {deleting && <DeleteTemplate template={deleting} onClose={() => setDeleting(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function TemplateDialog({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const t = useTexts('replies');
  const house = useTexts('house');
  const textOf = useErrorText();
  const queries = useQueryClient();
  const [name, setName] = useState(template?.name ?? '');
  const [subject, setSubject] = useState(template?.subject ?? '');
  const [text, setText] = useState(template?.text ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, subject: subject.trim() === '' ? null : subject, text };
      return template
        ? fetched(api.PATCH('/v1/reply-templates/{id}', { params: { path: { id: template.id } }, body }))
        : fetched(api.POST('/v1/reply-templates', { body }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      onClose();
    },
  });
  const errors = save.error instanceof ApiError ? save.error.fields : [];
  const errorAt = (path: string): string | undefined => errors.find((each) => each.path === path)?.message;
  const isReady = name.trim() !== '' && text.trim() !== '';
  return (
    <Dialog
      title={template ? t.editTemplate : t.newTemplate}
      isOpen
      isSticky
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="reply-template"
            isPending={save.isPending}
            isDisabled={!isReady}
          >
            {house.save}
          </Button>
        </>
      }
    >
      <Form
        validationBehavior="aria"
        id="reply-template"
        className="reply-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !save.isPending) save.mutate();
        }}
      >
        <TextField
          label={t.templateName}
          value={name}
          maxLength={100}
          onChange={setName}
          error={errorAt('name')}
        />
        <TextField
          label={t.subject}
          value={subject}
          maxLength={MAX_SUBJECT}
          isRequired={false}
          onChange={setSubject}
          error={errorAt('subject')}
        />
        <TextField
          label={t.text}
          rows={10}
          value={text}
          maxLength={MAX_TEXT}
          onChange={setText}
          error={errorAt('text')}
          hint={t.placeholdersHint}
        />
        {save.error !== null && errors.every(({ path }) => path === '') && (
          <p className="field-error" role="alert">
            {textOf(save.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

function DeleteTemplate({ template: { id, name }, onClose }: { template: Template; onClose: () => void }) {
  const t = useTexts('replies');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const remove = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/reply-templates/{id}', { params: { path: { id } } })),
    onSuccess: onClose,
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
  return (
    <Confirm
      title={t.deleteTitle(name)}
      text={<p>{t.deleteText}</p>}
      confirm={t.delete}
      isOpen
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
