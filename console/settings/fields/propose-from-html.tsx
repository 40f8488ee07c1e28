/** Imports fields from pasted HTML. */
import { useState } from 'react';
import Code from 'lucide-react/icons/code';
import { proposedForms } from '../../../lambdas/forms/fields/proposed-fields.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { FormField } from '../settings-values.ts';
import { pastedPage } from './pasted-page.ts';

export function ProposeFromHtml({ onTake }: { onTake: (fields: readonly FormField[]) => void }) {
  const t = useTexts('fields');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={<Code size={14} aria-hidden />} onPress={() => setIsOpen(true)}>
        {t.fromHtml}
      </Button>
      {isOpen && (
        <ProposeDialog
          onClose={() => setIsOpen(false)}
          onTake={(fields) => {
            setIsOpen(false);
            onTake(fields);
          }}
        />
      )}
    </>
  );
}

function ProposeDialog({
  onClose,
  onTake,
}: {
  onClose: () => void;
  onTake: (fields: readonly FormField[]) => void;
}) {
  const t = useTexts('fields');
  const house = useTexts('house');
  const [html, setHtml] = useState('');
  const [chosen, setChosen] = useState('0');
  const forms =
    html.trim() === '' ? [] : proposedForms(pastedPage(html)).filter(({ fields }) => fields.length > 0);
  const form = forms[Number(chosen)] ?? forms[0];
  return (
    <Dialog
      title={t.fromHtml}
      isOpen
      isSticky
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button kind="primary" isDisabled={!form} onPress={() => form && onTake(form.fields)}>
            {t.takeFields(form?.fields.length ?? 0)}
          </Button>
        </>
      }
    >
      <p className="soft">{t.fromHtmlHint}</p>
      <TextField
        label={t.htmlOfPage}
        rows={8}
        isMono
        value={html}
        onChange={(text) => {
          setHtml(text);
          setChosen('0');
        }}
        error={html.trim() !== '' && forms.length === 0 ? t.noFormInHtml : undefined}
      />
      {forms.length > 1 && (
        <Select
          label={t.whichForm}
          value={chosen}
          onChange={setChosen}
          options={forms.map(({ name, action }, index) => ({
            value: String(index),
            label: name ?? action ?? t.formNumber(index + 1),
          }))}
        />
      )}
      <p role="status" className="soft">
        {form && form.fields.map(({ label, name }) => label ?? name).join(' · ')}
      </p>
    </Dialog>
  );
}
