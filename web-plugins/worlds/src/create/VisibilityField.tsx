import { useText } from '@witverse/sdk'

const VISIBILITIES = ['public', 'private'] as const

/** Who can see the world. */
export function VisibilityField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useText('worlds')
  return (
    <fieldset className="w-visibility">
      <legend>{t('create.visibility')}</legend>
      {VISIBILITIES.map((visibility) => (
        <label key={visibility} className="w-visibility-option">
          <input
            type="radio"
            name="visibility"
            value={visibility}
            checked={value === visibility}
            onChange={() => onValue(visibility)}
          />
          {t(`create.${visibility}`)}
        </label>
      ))}
    </fieldset>
  )
}
