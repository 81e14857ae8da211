import { useText } from '@witverse/sdk'

const DOORS = ['public', 'private'] as const

/** Who may look into the world. */
export function Doors({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useText('worlds')
  return (
    <fieldset className="w-doors">
      <legend>{t('create.visibility')}</legend>
      {DOORS.map((door) => (
        <label key={door} className="w-door">
          <input
            type="radio"
            name="doors"
            value={door}
            checked={value === door}
            onChange={() => onValue(door)}
          />
          {t(`create.${door}`)}
        </label>
      ))}
    </fieldset>
  )
}
