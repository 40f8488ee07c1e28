/** Shows the ways to reply to a submission: in the console, or in the user's e-mail app. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import ExternalLink from 'lucide-react/icons/external-link';
import Reply from 'lucide-react/icons/reply';
import type { Schema } from '../api/api-client.ts';
import { hasDraft } from '../app/drafts.ts';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { ReplyDialog, replyDraftName } from './reply-dialog.tsx';
import { replyPreviewQuery } from './reply-query.ts';

export function ReplyActions(props: {
  submission: Schema<'Submission'>;
  form: Schema<'Form'> | undefined;
  /** `mailto:` link, or undefined if the submission contains no e-mail address. */
  mailLink: string | undefined;
}) {
  const { submission, form, mailLink } = props;
  const t = useTexts('submission');
  const mayWrite = useMay('write');
  const { data: preview } = useQuery(replyPreviewQuery(submission.id));
  if (mailLink === undefined) return <span className="soft submission-no-reply">{t.noAddress}</span>;
  return form?.replies.enabled === true && mayWrite && preview?.to !== null ? (
    <ReplyHere {...{ submission, form, mailLink }} />
  ) : (
    <MailLink href={mailLink} />
  );
}

function ReplyHere(props: { submission: Schema<'Submission'>; form: Schema<'Form'>; mailLink: string }) {
  const t = useTexts('submission');
  const replies = useTexts('replies');
  const [isOpen, setIsOpen] = useState(() => hasDraft(replyDraftName(props.submission.id)));
  useShortcuts([{ keys: 'r', label: t.reply, run: () => setIsOpen(true) }]);
  return (
    <>
      <a
        href={props.mailLink}
        className="button quiet icon"
        aria-label={replies.inMailProgram}
        title={replies.inMailProgram}
      >
        <ExternalLink size={15} aria-hidden />
      </a>
      <Button kind="primary" icon={<Reply size={14} aria-hidden />} onPress={() => setIsOpen(true)}>
        {t.reply}
      </Button>
      {isOpen && <ReplyDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const LINK_ID = 'submission-reply';

function MailLink({ href }: { href: string }) {
  const t = useTexts('submission');
  const replies = useTexts('replies');
  useShortcuts([{ keys: 'r', label: t.reply, run: () => document.getElementById(LINK_ID)?.click() }]);
  return (
    <a id={LINK_ID} href={href} className="button primary" title={replies.inMailProgram}>
      <Reply size={14} aria-hidden />
      <span>{t.reply}</span>
    </a>
  );
}
