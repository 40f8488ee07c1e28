/** Defines the property for selecting a form, from a searchable list or by ID. */
import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { callService } from './service-request.ts';
import { recordsIn, textIn } from './unknown-value.ts';

/** Selects one form. The value is the form's ID. */
export const formProperty: INodeProperties = {
  displayName: 'Form',
  name: 'formId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Select a form…',
      typeOptions: { searchListMethod: 'searchForms', searchable: true },
    },
    {
      displayName: 'By ID',
      name: 'id',
      type: 'string',
      placeholder: 'frm_0123456789',
      validation: [
        {
          type: 'regex',
          properties: {
            regex: '^\\s*frm_[0-9A-Za-z]+\\s*$',
            errorMessage: 'A form ID starts with frm_',
          },
        },
      ],
    },
  ],
};

/** Selects one form or all of the account's forms. */
export const formScopeProperty: INodeProperties = {
  displayName: 'Submissions Of',
  name: 'formScope',
  type: 'options',
  options: [
    { name: 'One Form', value: 'form' },
    { name: 'All Forms', value: 'all' },
  ],
  default: 'form',
};

/** Returns one page of forms whose name or slug contains the filter text. */
export async function searchForms(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const query = {
    limit: 100,
    ...(filter && { q: filter }),
    ...(paginationToken && { cursor: paginationToken }),
  };
  const page = await callService(this, { path: '/v1/forms', query });
  const next = textIn(page, 'next_cursor');
  return {
    results: recordsIn(page, 'data').map((form) => ({
      name: textIn(form, 'name') ?? '',
      value: textIn(form, 'id') ?? '',
    })),
    ...(next !== undefined && { paginationToken: next }),
  };
}
