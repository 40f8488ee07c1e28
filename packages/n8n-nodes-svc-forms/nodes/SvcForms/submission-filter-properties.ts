/** Defines the parameters that filter submissions in lists, searches and exports. */
import type { INodeProperties } from 'n8n-workflow';

export const filtersProperty: INodeProperties = {
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  displayOptions: { show: { resource: ['submission'], operation: ['export', 'getAll', 'search'] } },
  options: [
    {
      displayName: 'Has Files',
      name: 'hasFiles',
      type: 'boolean',
      default: true,
      description: 'Whether to return only submissions with files, or only those without',
    },
    {
      displayName: 'Read',
      name: 'read',
      type: 'boolean',
      default: false,
      description: 'Whether to return only read submissions, or only unread ones',
    },
    {
      displayName: 'Received Before',
      name: 'until',
      type: 'dateTime',
      default: '',
    },
    {
      displayName: 'Received Since',
      name: 'since',
      type: 'dateTime',
      default: '',
    },
    {
      displayName: 'Starred',
      name: 'starred',
      type: 'boolean',
      default: true,
      description: 'Whether to return only starred submissions, or only those without a star',
    },
    {
      displayName: 'Status',
      name: 'status',
      type: 'options',
      options: [
        { name: 'Received', value: 'received' },
        { name: 'Spam', value: 'spam' },
      ],
      default: 'received',
    },
  ],
};
