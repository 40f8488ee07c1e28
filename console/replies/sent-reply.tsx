/** Shows the text of a sent reply in the timeline, on demand. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { repliesQuery } from './reply-query.ts';

export function SentReply({ submissionId, replyId }: { submissionId: string; replyId: string }) {
  const t = useTexts('replies');
  const [isShown, setIsShown] = useState(false);
  const { data } = useQuery({ ...repliesQuery(submissionId), enabled: isShown });
  const text = data?.find(({ id }) => id === replyId)?.text;
  return (
    <>
      <Button isSmall kind="quiet" aria-expanded={isShown} onPress={() => setIsShown(!isShown)}>
        {isShown ? t.hideText : t.showText}
      </Button>
      {isShown && text !== undefined && <p className="reply-text">{text}</p>}
    </>
  );
}
