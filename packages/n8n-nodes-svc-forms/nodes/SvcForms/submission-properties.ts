/** Defines the parameters of submission operations. */
import type { INodeProperties } from 'n8n-workflow';
import { formProperty, formScopeProperty } from '../service/form-choice.ts';
import { listLengthProperties } from './list-length-properties.ts';
import { filtersProperty } from './submission-filter-properties.ts';

const resource = ['submission'];

const operationProperty: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource } },
  options: [
    {
      name: 'Change Many',
      value: 'changeMany',
      action: 'Change many submissions',
      description: 'Mark, star, release or delete many submissions at once',
    },
    {
      name: 'Create',
      value: 'create',
      action: 'Create a submission',
      description: "Post a submission to a form, with the form's usual checks",
    },
    {
      name: 'Export',
      value: 'export',
      action: 'Export submissions',
      description: 'Get the submissions of a form as one CSV or NDJSON file',
    },
    { name: 'Get', value: 'get', action: 'Get a submission', description: 'Get a submission by its ID' },
    {
      name: 'Get Many',
      value: 'getAll',
      action: 'Get many submissions',
      description: 'Get many submissions, newest first',
    },
    {
      name: 'Search',
      value: 'search',
      action: 'Search submissions',
      description: 'Find submissions by words in any of their fields',
    },
    {
      name: 'Update',
      value: 'update',
      action: 'Update a submission',
      description: 'Change the status, read state, star or note of a submission',
    },
  ],
  default: 'getAll',
};

const bulkProperties: INodeProperties[] = [
  {
    displayName: 'Change',
    name: 'change',
    type: 'options',
    options: [
      { name: 'Delete', value: 'delete', description: 'Delete the submissions and their files' },
      { name: 'Mark as Read', value: 'read' },
      { name: 'Mark as Spam', value: 'spam' },
      { name: 'Mark as Unread', value: 'unread' },
      { name: 'Release From Spam', value: 'release', description: 'Counts towards the quota' },
      { name: 'Remove Star', value: 'unstar' },
      { name: 'Star', value: 'star' },
    ],
    default: 'read',
    displayOptions: { show: { resource, operation: ['changeMany'] } },
  },
  {
    displayName: 'Submission IDs',
    name: 'submissionIds',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'sub_…, sub_…',
    description: 'IDs separated by commas. The submissions from all input items are changed in batches.',
    displayOptions: { show: { resource, operation: ['changeMany'] } },
  },
];

const createProperties: INodeProperties[] = [
  {
    displayName: 'Fields',
    name: 'fields',
    type: 'resourceMapper',
    noDataExpression: true,
    required: true,
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      loadOptionsDependsOn: ['formId.value'],
      resourceMapper: {
        resourceMapperMethod: 'mapFormFields',
        mode: 'add',
        fieldWords: { singular: 'field', plural: 'fields' },
        addAllFields: true,
        supportAutoMap: true,
      },
    },
    displayOptions: { show: { resource, operation: ['create'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: { show: { resource, operation: ['create'] } },
    options: [
      {
        displayName: 'Idempotency Key',
        name: 'idempotencyKey',
        type: 'string',
        default: '',
        description: 'Posts with the same key within 24 hours are stored as one submission',
      },
    ],
  },
];

const exportProperties: INodeProperties[] = [
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { name: 'CSV', value: 'csv' },
      { name: 'Excel (XLSX)', value: 'xlsx' },
      { name: 'NDJSON', value: 'ndjson' },
    ],
    default: 'csv',
    displayOptions: { show: { resource, operation: ['export'] } },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: { resource, operation: ['export'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: { show: { resource, operation: ['export'], format: ['csv', 'xlsx'] } },
    options: [
      {
        displayName: 'Delimiter',
        name: 'delimiter',
        type: 'options',
        options: [
          { name: 'Comma', value: 'comma' },
          { name: 'Semicolon', value: 'semicolon' },
          { name: 'Tab', value: 'tab' },
        ],
        default: 'comma',
        displayOptions: { show: { '/format': ['csv'] } },
      },
      {
        displayName: 'Lists as JSON',
        name: 'listsAsJson',
        type: 'boolean',
        default: false,
        description: 'Whether to export fields with several values as JSON arrays',
      },
      {
        displayName: 'Time Zone',
        name: 'timeZone',
        type: 'string',
        default: '',
        placeholder: 'Europe/Berlin',
        description: 'Time zone for times in the file. Leave empty for UTC.',
      },
    ],
  },
];

const changesProperty: INodeProperties = {
  displayName: 'Changes',
  name: 'changes',
  type: 'collection',
  placeholder: 'Add Change',
  default: {},
  displayOptions: { show: { resource, operation: ['update'] } },
  options: [
    {
      displayName: 'Note',
      name: 'note',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      description: 'At most 4,000 characters. An empty note is removed.',
    },
    {
      displayName: 'Read',
      name: 'read',
      type: 'boolean',
      default: true,
      description: 'Whether the submission is marked as read',
    },
    {
      displayName: 'Starred',
      name: 'starred',
      type: 'boolean',
      default: true,
      description: 'Whether the submission has a star',
    },
    {
      displayName: 'Status',
      name: 'status',
      type: 'options',
      options: [
        {
          name: 'Received',
          value: 'received',
          description: 'Releases the submission from spam. It then counts towards your quota.',
        },
        { name: 'Spam', value: 'spam' },
      ],
      default: 'received',
    },
  ],
};

export const submissionProperties: INodeProperties[] = [
  operationProperty,
  { ...formScopeProperty, displayOptions: { show: { resource, operation: ['getAll', 'search'] } } },
  {
    ...formProperty,
    displayOptions: { show: { resource, operation: ['getAll', 'search'], formScope: ['form'] } },
  },
  { ...formProperty, displayOptions: { show: { resource, operation: ['create', 'export'] } } },
  {
    displayName: 'Submission ID',
    name: 'submissionId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'sub_…',
    displayOptions: { show: { resource, operation: ['get', 'update'] } },
  },
  {
    displayName: 'Words',
    name: 'q',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'ada example.com',
    description: 'Finds submissions that contain all of these words. Case and accents are ignored.',
    displayOptions: { show: { resource, operation: ['search'] } },
  },
  ...bulkProperties,
  ...createProperties,
  ...exportProperties,
  changesProperty,
  ...listLengthProperties({ resource, operation: ['getAll', 'search'] }),
  filtersProperty,
  {
    displayName: 'Typed Values',
    name: 'typed',
    type: 'boolean',
    default: true,
    description:
      "Whether to convert values to numbers, booleans and lists according to the form's field types. Otherwise all values are text.",
    displayOptions: { show: { resource, operation: ['get', 'getAll', 'search', 'update'] } },
  },
];
