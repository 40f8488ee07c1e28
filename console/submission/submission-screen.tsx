/** One submission, beside the list of the inbox or in its place where the window is narrow. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useInboxPlace } from '../inbox/inbox-context.tsx';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from '../ui/button.tsx';

export function SubmissionScreen() {
  const t = useTexts('submission');
  const inbox = useTexts('inbox');
  const house = useTexts('house');
  const { previous, next, open, close } = useInboxPlace();
  return (
    <section className="inbox-detail" aria-label={t.title}>
      <header className="submission-head">
        <IconButton
          label={inbox.previous}
          shortcut="k"
          isDisabled={previous === undefined}
          icon={<ChevronUp size={16} aria-hidden />}
          onPress={() => previous !== undefined && open(previous)}
        />
        <IconButton
          label={inbox.next}
          shortcut="j"
          isDisabled={next === undefined}
          icon={<ChevronDown size={16} aria-hidden />}
          onPress={() => next !== undefined && open(next)}
        />
        <IconButton label={house.close} icon={<X size={16} aria-hidden />} onPress={close} />
      </header>
    </section>
  );
}
