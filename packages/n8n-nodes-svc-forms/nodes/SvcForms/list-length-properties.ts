/** Defines the parameters for the number of rows. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

export function listLengthProperties(show: NonNullable<IDisplayOptions['show']>): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
    },
  ];
}
