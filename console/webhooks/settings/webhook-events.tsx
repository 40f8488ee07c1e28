/** Lets the user choose the events that a webhook receives. */
import { useTexts } from '../../texts/texts.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Section } from '../../ui/page.tsx';
import { useChange } from '../webhook-actions.ts';
import type { Webhook } from '../webhook-queries.ts';

const ofSubmissions = ['submission.created', 'submission.updated', 'submission.deleted'] as const;
/** Only webhooks for all forms can receive `delivery.failed`. */
const ofAllForms = [...ofSubmissions, 'delivery.failed'] as const;

export function EventsSection({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const change = useChange(webhook.id);
  const { events } = change.isPending ? { ...webhook, ...change.variables } : webhook;
  const offered = webhook.form_id === null ? ofAllForms : ofSubmissions;
  return (
    <Section title={t.events} hint={t.eventsHint}>
      {offered.map((event) => {
        const isOn = events.includes(event);
        return (
          <Switch
            key={event}
            isSelected={isOn}
            // Disable the switch of the only selected event, because a webhook needs at least one. Also
            // disable all switches while a change is being saved.
            isDisabled={change.isPending || (isOn && events.length === 1)}
            onChange={(isChosen) =>
              change.mutate({
                events: offered.filter((each) => (each === event ? isChosen : events.includes(each))),
              })
            }
            hint={<code>{event}</code>}
          >
            {t.eventNames[event]}
          </Switch>
        );
      })}
    </Section>
  );
}
