/**
 * Shows a submission's files. Images are previewed, and every file can be downloaded with a signed link.
 */
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import type { Schema } from '../api/api-client.ts';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Attachment = Schema<'Attachment'>;

/** Image types that every browser can show and that can't contain scripts. */
const SHOWN = /^image\/(png|jpe?g|gif|webp|avif)$/;
/** Images larger than this are shown only on request. */
const MAX_PREVIEW_BYTES = 10_000_000;

/**
 * Returns a link to the file without the host name, because the content security policy allows only the
 * console's own origin.
 */
const linkOf = ({ url }: Attachment): string => {
  const { pathname, search } = new URL(url, location.origin);
  return `${pathname}${search}`;
};

export function SubmissionFiles(props: {
  attachments: readonly Attachment[];
  declared: readonly { name: string; label?: string }[];
}) {
  const { attachments, declared } = props;
  const t = useTexts('submission');
  return (
    <section className="submission-part">
      <h3>{t.files}</h3>
      <ul className="files">
        {attachments.map((file) => (
          <li key={file.id}>
            <FileCard
              file={file}
              label={declared.find(({ name }) => name === file.field)?.label ?? file.field}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileCard({ file, label }: { file: Attachment; label: string }) {
  const house = useTexts('house');
  const t = useTexts('submission');
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isShown = SHOWN.test(file.content_type) && file.size <= MAX_PREVIEW_BYTES && !hasFailed;
  const href = linkOf(file);
  return (
    <div className="file">
      {isShown ? (
        <button
          type="button"
          className="file-picture"
          aria-label={t.preview(file.name)}
          onClick={() => setIsOpen(true)}
        >
          <img src={href} alt="" loading="lazy" decoding="async" onError={() => setHasFailed(true)} />
        </button>
      ) : (
        <span className="file-picture" aria-hidden>
          <FileText size={20} />
        </span>
      )}
      <div className="file-text">
        <span className="file-name">{file.name}</span>
        <span className="soft">
          {label} · <span className="numeric">{formats.bytes(file.size)}</span>
        </span>
        {hasFailed && <span className="soft">{t.fileGone}</span>}
      </div>
      <a className="button quiet icon" href={href} download={file.name} aria-label={t.download(file.name)}>
        <Download size={15} aria-hidden />
      </a>
      <Dialog
        title={file.name}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isWide
        actions={
          <>
            <a className="button primary" href={href} download={file.name}>
              <Download size={14} aria-hidden />
              <span>{t.download(file.name)}</span>
            </a>
            <Button onPress={() => setIsOpen(false)}>{house.close}</Button>
          </>
        }
      >
        <img className="file-whole" src={href} alt={file.name} />
      </Dialog>
    </div>
  );
}
