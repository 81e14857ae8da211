// The hue of a world, on a slider.
import { Field, hueStyle, useText } from '@witverse/sdk'

export function HueField({ value, onValue }: { value: number; onValue: (value: number) => void }) {
  const t = useText('worlds')
  return (
    <Field label={t('create.hue')}>
      {(ids) => (
        <input
          {...ids}
          className="w-hue-strip wv-hue"
          style={hueStyle(value)}
          type="range"
          name="hue"
          min={0}
          max={359}
          value={value}
          onChange={(event) => onValue(Number(event.target.value))}
        />
      )}
    </Field>
  )
}
