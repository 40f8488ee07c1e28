/** Runs the selected operation for each input item, or once for all of them. */
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fieldTypesOnce, type FieldTypes } from '../service/typed-payload.ts';
import { changeMany } from './change-many.ts';
import { downloadFiles } from './download-files.ts';
import { exportSubmissions } from './export-to-file.ts';
import { asNodeError, errorJson } from './item-error.ts';
import { getForm, getForms } from './read-forms.ts';
import { getSubmission, getSubmissions, searchSubmissions, updateSubmission } from './read-submissions.ts';
import { createSubmission } from './post-submission.ts';

/** One execution of an operation, for one item. */
export interface ItemRun {
  readonly node: IExecuteFunctions;
  readonly itemIndex: number;
  /** Returns the types of a form's fields, or no types if values are returned as text. */
  readonly typesOf: (formId: string) => Promise<FieldTypes>;
}

/** An operation's output for an item. */
export type ItemResult = Pick<INodeExecutionData, 'json' | 'binary'>;

type Operation = (run: ItemRun) => Promise<ItemResult[]>;

const operations: Readonly<Record<string, Operation>> = {
  'file download': downloadFiles,
  'form get': getForm,
  'form getAll': getForms,
  'submission create': createSubmission,
  'submission export': exportSubmissions,
  'submission get': getSubmission,
  'submission getAll': getSubmissions,
  'submission search': searchSubmissions,
  'submission update': updateSubmission,
};

/** Returns the output items, each paired with its input item. */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const name = [node.getNodeParameter('resource', 0), node.getNodeParameter('operation', 0)].join(' ');
  if (name === 'submission changeMany') return await changeMany(node);
  const operation = operations[name];
  if (!operation) throw new NodeOperationError(node.getNode(), `Unknown operation "${name}"`);
  const readTypes = fieldTypesOnce(node);
  const handedOn: INodeExecutionData[] = [];
  for (const itemIndex of node.getInputData().keys()) {
    const isTyped = node.getNodeParameter('typed', itemIndex, true) === true;
    const typesOf = isTyped ? readTypes : () => Promise.resolve({});
    try {
      const results = await operation({ node, itemIndex, typesOf });
      handedOn.push(...results.map((result) => ({ ...result, pairedItem: { item: itemIndex } })));
    } catch (error) {
      if (!node.continueOnFail()) throw asNodeError(node, error, itemIndex);
      handedOn.push({ json: errorJson(error), pairedItem: { item: itemIndex } });
    }
  }
  return handedOn;
}
