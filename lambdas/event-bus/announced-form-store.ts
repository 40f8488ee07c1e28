/** Reads only the form attributes that are announced on the event bus (Forms table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import type { Form } from '../forms/form.ts';
import { announcedForm, announcedFormMembers, type AnnouncedForm } from './bus-event.ts';

const attributes = projectionOf(announcedFormMembers);

export function announcedFormStore(db: DocumentClient, table: string) {
  return {
    /** Returns the account's form, using a strongly consistent read. */
    async find({
      account_id,
      form_id,
    }: Pick<Form, 'account_id' | 'form_id'>): Promise<AnnouncedForm | undefined> {
      const Key = { account_id, form_id };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...attributes }),
      );
      return Item && announcedForm.parse(Item);
    },
  };
}
