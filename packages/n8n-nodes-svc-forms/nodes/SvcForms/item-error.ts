/** Converts errors of an operation to n8n's format. */
import { NodeApiError, NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** Returns the error in n8n's format. Errors from requests already have this format. */
export function asNodeError(node: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const cause = error instanceof Error ? error : String(error);
  return new NodeOperationError(node.getNode(), cause, { itemIndex });
}

/** Returns the output item for an error that doesn't stop the workflow. */
export function errorJson(error: unknown): IDataObject {
  if (!(error instanceof Error)) return { error: String(error) };
  const description = error instanceof NodeApiError ? error.description : undefined;
  return { error: error.message, ...(description && { description }) };
}
