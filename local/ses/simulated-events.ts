/**
 * Simulates the events that SES publishes about an e-mail, although no e-mails are delivered. E-mails to
 * SES's mailbox simulator bounce or cause complaints, depending on the address
 * (https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html). E-mails to all other addresses
 * are treated as delivered.
 */

export interface AcceptedMessage {
  readonly messageId: string;
  readonly recipients: readonly string[];
  readonly configurationSet: string;
  readonly tags: readonly { readonly Name: string; readonly Value: string }[];
}

/** An SES event, not yet wrapped in an EventBridge event. */
export interface SimulatedEvent {
  /** Event type as in configuration sets, for example `bounce`. */
  readonly type: string;
  readonly detailType: string;
  readonly detail: object;
}

/** Returns a message's events in chronological order. */
export function simulatedEvents(message: AcceptedMessage, now: Date): SimulatedEvent[] {
  const { messageId, recipients, configurationSet, tags } = message;
  const timestamp = now.toISOString();
  const mail = {
    timestamp,
    messageId,
    destination: recipients,
    tags: {
      'ses:configuration-set': [configurationSet],
      ...Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]])),
    },
  };
  const delivered = (emailAddress: string): SimulatedEvent => ({
    type: 'delivery',
    detailType: 'Email Delivered',
    detail: {
      eventType: 'Delivery',
      mail,
      delivery: { timestamp, recipients: [emailAddress], smtpResponse: '250 2.6.0 Message received' },
    },
  });
  const bounced = (emailAddress: string): SimulatedEvent => ({
    type: 'bounce',
    detailType: 'Email Bounced',
    detail: {
      eventType: 'Bounce',
      mail,
      bounce: {
        timestamp,
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress, action: 'failed', status: '5.1.1' }],
      },
    },
  });
  const complained = (emailAddress: string): SimulatedEvent => ({
    type: 'complaint',
    detailType: 'Email Complaint Received',
    detail: {
      eventType: 'Complaint',
      mail,
      complaint: { timestamp, complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress }] },
    },
  });
  return recipients.flatMap((address) => {
    // The simulator accepts labels, as in bounce+form1@simulator.amazonses.com.
    const [, name] = /^([a-z]+)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(address) ?? [];
    switch (name?.toLowerCase()) {
      case 'bounce':
        return [bounced(address)];
      case 'complaint':
        return [delivered(address), complained(address)];
      default:
        return [delivered(address)];
    }
  });
}
