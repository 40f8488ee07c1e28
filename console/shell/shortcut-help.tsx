/** Lists all shortcuts of the current screen. Press `?` to open the list. */
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { keyNames, useAllShortcuts, type ShortcutGroup } from '../app/shortcuts.ts';

const GROUPS: readonly ShortcutGroup[] = ['view', 'everywhere'];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell');
  const all = useAllShortcuts();
  return (
    <Dialog title={t.shortcuts} isOpen onClose={onClose} isWide>
      <div className="shortcut-groups">
        {GROUPS.map((group) => {
          const labelled = all
            .filter((each) => each.group === group)
            .flatMap(({ shortcuts }) => shortcuts)
            .filter(({ label }) => label !== undefined);
          return (
            labelled.length > 0 && (
              <section key={group}>
                <h3>{t.shortcutGroups[group]}</h3>
                <dl>
                  {labelled.map(({ keys, label }) => (
                    <div key={keys}>
                      <dt>{label}</dt>
                      <dd>
                        {keyNames(keys).map((key, index) => (
                          <kbd key={index}>{key}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
      </div>
    </Dialog>
  );
}
