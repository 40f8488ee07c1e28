/** Lambda function for the connection operations. */
import { handler as listConnections } from '../../connections/list-connections.ts';
import { handler as deleteConnection } from '../../connections/delete-connection.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'connections'>({ listConnections, deleteConnection });
