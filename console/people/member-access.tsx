/** Renders the role and form fields, which the invite and change dialogs share. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formsQuery } from '../api/all-forms.ts';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox, Radios } from '../ui/choice.tsx';
import { SearchField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { roles, type Role } from './all-members.ts';

export interface Access {
  readonly role: Role;
  /** Ids of the forms that the member can access, or null for all forms. */
  readonly forms: readonly string[] | null;
}

/** Maximum number of forms without a search field. */
const MANY = 8;

export function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null) return false;
  const { role, forms } = value as Record<string, unknown>;
  const isForms = forms === null || (Array.isArray(forms) && forms.every((id) => typeof id === 'string'));
  return roles.some((each) => each === role) && isForms;
}

/**
 * Returns true if the service would accept the selected role and forms. Access to specific forms requires at
 * least one form.
 */
export const isComplete = ({ role, forms }: Access): boolean =>
  role === 'owner' || forms === null || forms.length > 0;

/** Returns the form ids for the API, or null for all forms. Owners always have access to all forms. */
export const formIdsOf = ({ role, forms }: Access): string[] | null =>
  role === 'owner' || forms === null ? null : [...forms];

export function AccessFields(props: {
  access: Access;
  onChange: (access: Access) => void;
  /** The service's error message about the selected forms. */
  error?: string | undefined;
}) {
  const { access, onChange, error } = props;
  const t = useTexts('people');
  const shell = useTexts('shell');
  return (
    <>
      <Radios
        label={t.role}
        value={access.role}
        onChange={(role) => onChange({ ...access, role })}
        options={roles.map((role) => ({ value: role, label: shell.roles[role], hint: t.roleHint[role] }))}
      />
      {access.role === 'owner' ? (
        <p className="soft">{t.ownersHaveAll}</p>
      ) : (
        <>
          <Radios
            label={t.forms}
            value={access.forms === null ? 'all' : 'some'}
            onChange={(which) => onChange({ ...access, forms: which === 'all' ? null : [] })}
            options={[
              { value: 'all', label: t.allForms, hint: t.allFormsHint },
              { value: 'some', label: t.someForms, hint: t.someFormsHint },
            ]}
          />
          {access.forms && (
            <FormBoxes chosen={access.forms} onChange={(forms) => onChange({ ...access, forms })} />
          )}
          {error !== undefined && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </>
      )}
    </>
  );
}

function FormBoxes(props: { chosen: readonly string[]; onChange: (forms: string[]) => void }) {
  const { chosen, onChange } = props;
  const t = useTexts('people');
  const forms = useQuery(formsQuery);
  const [search, setSearch] = useState('');
  return (
    <Loaded query={forms}>
      {(all) => (
        <fieldset className="form-boxes">
          <legend className="visually-hidden">{t.someForms}</legend>
          {all.length > MANY && <SearchField label={t.findForm} value={search} onChange={setSearch} />}
          {all.length === 0 && <p className="soft">{t.noForms}</p>}
          <div className="form-boxes-list">
            {all
              .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
              .map(({ id, name }) => (
                <Checkbox
                  key={id}
                  isSelected={chosen.includes(id)}
                  onChange={(isChosen) =>
                    onChange(
                      all
                        .map((form) => form.id)
                        .filter((each) => (each === id ? isChosen : chosen.includes(each))),
                    )
                  }
                >
                  <span className="wrap">{name}</span>
                </Checkbox>
              ))}
          </div>
        </fieldset>
      )}
    </Loaded>
  );
}
