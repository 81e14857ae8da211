// One part of the look: radio buttons as thumbnails or as swatches.
import { useText } from '@witverse/sdk'
import type { CSSProperties, ReactNode } from 'react'
import type { Look } from '../api/avatars'
import { OPTIONS } from '../look/options'

interface OptionGroupProps<Part extends keyof Look> {
  part: Part
  value: Look[Part]
  onValue: (value: Look[Part]) => void
  /** The picture of an option; its name is below it. */
  thumbnail?: (option: Look[Part]) => ReactNode
  /** The colours of the options, in place of pictures; the name of the chosen one is in the heading. */
  colours?: Record<Look[Part], string>
}

export function OptionGroup<Part extends keyof Look>({
  part,
  value,
  onValue,
  thumbnail,
  colours,
}: OptionGroupProps<Part>) {
  const t = useText('avatars')
  const nameOf = (option: Look[Part]) => t(`${part}.${option}` as 'body.slim')
  const options: readonly Look[Part][] = OPTIONS[part]
  return (
    <fieldset className="av-group">
      <legend>
        {t(`groups.${part}`)} <span aria-hidden="true">{nameOf(value)}</span>
      </legend>
      <div className={colours ? 'av-swatches' : 'av-thumbs'}>
        {options.map((option) => (
          <label key={option} title={nameOf(option)}>
            <input
              type="radio"
              name={part}
              value={option}
              checked={option === value}
              onChange={() => onValue(option)}
            />
            {colours ? (
              <>
                <i style={{ '--swatch': colours[option] } as CSSProperties} aria-hidden="true" />
                <span className="wv-visually-hidden">{nameOf(option)}</span>
              </>
            ) : (
              <>
                {thumbnail?.(option)}
                <span>{nameOf(option)}</span>
              </>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
