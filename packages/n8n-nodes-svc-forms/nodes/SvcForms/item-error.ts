/** What n8n gets of an error that an operation throws for an item. */
import { NodeApiError, NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** Errors of the requests are n8n's own already. */
export function asNodeError(node: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const cause = error instanceof Error ? error : String(error);
  return new NodeOperationError(node.getNode(), cause, { itemIndex });
}

/** What the workflow gets of an error that does not stop it. */
export function errorJson(error: unknown): IDataObject {
  if (!(error instanceof Error)) return { error: String(error) };
  const description = error instanceof NodeApiError ? error.description : undefined;
  return { error: error.message, ...(description && { description }) };
}
