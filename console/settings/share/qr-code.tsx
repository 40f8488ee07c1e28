/** Shows a QR code that can be downloaded as an SVG image. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import Download from 'lucide-react/icons/download';
import { saveFile } from '../../exports/save-file.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';

/** Width of the white border that scanners need, in modules (ISO 18004). */
const QUIET = 4;

/** Returns the number of modules per side, including the border, and the SVG path of the dark modules. */
async function drawing(text: string): Promise<{ size: number; path: string }> {
  // Load the library lazily, because only published pages need it.
  const { correction, generate } = await import('lean-qr/nano');
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  }
  return { size: code.size + 2 * QUIET, path };
}

export function QrCode({ text, label, fileName }: { text: string; label: string; fileName: string }) {
  const t = useTexts('share');
  const { data: { size, path } = { size: 0, path: '' } } = useQuery({
    queryKey: ['form', 'qr', text],
    queryFn: () => drawing(text),
  });
  const image = useRef<SVGSVGElement>(null);
  const download = (): void => {
    if (!image.current) return;
    const source = new XMLSerializer().serializeToString(image.current);
    saveFile(new Blob([source], { type: 'image/svg+xml' }), fileName);
  };
  return (
    <div className="hosted-qr">
      <svg
        ref={image}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path d={path} />
      </svg>
      <Button isSmall icon={<Download size={14} aria-hidden />} onPress={download}>
        {t.download}
      </Button>
    </div>
  );
}
