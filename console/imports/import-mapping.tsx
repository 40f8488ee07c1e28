/**
 * Lets the user map each column of an imported file to a field, the time, the status or the note, or skip it.
 */
import { useTexts } from '../texts/texts.tsx';
import { Select } from '../ui/select.tsx';
import type { Mapping } from './import-query.ts';

const LEAVE_OUT = '$leave_out';

/** @param props.onChange undefined if the mapping can no longer be changed */
export function ImportMapping(props: { value: Mapping; onChange: ((value: Mapping) => void) | undefined }) {
  const { value, onChange } = props;
  const t = useTexts('imports');
  const columns = Object.entries(value);
  return (
    <ul className="import-mapping">
      {columns.map(([column, target]) => {
        const field = target === null || target.startsWith('$') ? column : target;
        const options = [
          { value: field, label: t.asField(field) },
          { value: '$received_at', label: t.receivedAt },
          { value: '$status', label: t.status },
          { value: '$note', label: t.note },
          { value: LEAVE_OUT, label: t.leaveOut },
        ];
        return (
          <li key={column}>
            <Select
              label={column}
              value={target ?? LEAVE_OUT}
              isDisabled={onChange === undefined}
              options={options}
              onChange={(chosen) => onChange?.({ ...value, [column]: chosen === LEAVE_OUT ? null : chosen })}
            />
          </li>
        );
      })}
    </ul>
  );
}
