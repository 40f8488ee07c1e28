/** Defines the parameters of form operations. */
import type { INodeProperties } from 'n8n-workflow';
import { formProperty } from '../service/form-choice.ts';
import { listLengthProperties } from './list-length-properties.ts';

export const formProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['form'] } },
    options: [
      { name: 'Get', value: 'get', action: 'Get a form', description: 'Get a form by its ID' },
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many forms',
        description: 'Get many forms, newest first',
      },
    ],
    default: 'getAll',
  },
  { ...formProperty, displayOptions: { show: { resource: ['form'], operation: ['get'] } } },
  ...listLengthProperties({ resource: ['form'], operation: ['getAll'] }),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show: { resource: ['form'], operation: ['getAll'] } },
    options: [
      {
        displayName: 'Name or Slug Contains',
        name: 'q',
        type: 'string',
        default: '',
      },
      {
        displayName: 'Status',
        name: 'status',
        type: 'options',
        options: [
          { name: 'Draft', value: 'draft' },
          { name: 'Live', value: 'live' },
          { name: 'Paused', value: 'paused' },
        ],
        default: 'live',
      },
    ],
  },
];
