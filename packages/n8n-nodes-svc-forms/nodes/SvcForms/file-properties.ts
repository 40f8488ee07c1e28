/** Defines the parameters of file operations. */
import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['file'] };

export const fileProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show },
    options: [
      {
        name: 'Download',
        value: 'download',
        action: 'Download the files of a submission',
        description: 'Download the files of a submission, one item per file',
      },
    ],
    default: 'download',
  },
  {
    displayName: 'Submission ID',
    name: 'submissionId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'sub_…',
    displayOptions: { show },
  },
  {
    displayName: 'File ID',
    name: 'fileId',
    type: 'string',
    default: '',
    description: 'ID of one file of the submission. Leave empty for all files.',
    displayOptions: { show },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show },
  },
];
