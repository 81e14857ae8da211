// The floor, the sky and the size of the block.
import { Checkbox, Select } from '@witverse/sdk'
import { GROUNDS } from '../../room/scene'
import * as commands from '../commands'
import { useEditor, useEditorState } from '../context'
import { clamp, SIZE_M, stepped } from '../document'
import { useEditorText } from '../texts'
import { ColourField, NumberField } from './fields'

const GROUND_COLOURS = [
  '#5d9a63',
  '#7d8f58',
  '#8f8b9e',
  '#5b5772',
  '#8a5f45',
  '#c9a878',
  '#e9edf2',
  '#b9c4cf',
  '#3b3760',
]
const EVENING = 20

export function SurroundingsPanel() {
  const t = useEditorText()
  const { store } = useEditor()
  const { size, ground, sky } = useEditorState().shown
  const change = (wanted: Parameters<typeof commands.surround>[1]) =>
    store.run(commands.surround(store.document, wanted))
  return (
    <div className="wv-form">
      <Select
        label={t('ground.label')}
        name="ground"
        value={ground.kind}
        options={GROUNDS.map((kind) => ({ value: kind, text: t(`ground.${kind}`) }))}
        onValue={(value) => {
          const kind = GROUNDS.find((one) => one === value)
          if (kind) change({ ground: { ...ground, kind } })
        }}
      />
      <ColourField
        label={t('ground.colour')}
        name="groundColour"
        value={ground.colour}
        palette={GROUND_COLOURS}
        onCommit={(colour) => change({ ground: { ...ground, colour: colour.toLowerCase() } })}
      />
      <NumberField
        label={t('size', { ...SIZE_M })}
        name="size"
        value={size}
        step={1}
        min={SIZE_M.least}
        max={SIZE_M.most}
        onCommit={(value) => change({ size: value })}
      />
      <Checkbox
        label={t('sky.clock')}
        hint={t('sky.clockHint')}
        name="clock"
        checked={sky.hour === null}
        onChecked={(checked) => change({ sky: { ...sky, hour: checked ? null : EVENING } })}
      />
      {sky.hour !== null && (
        <NumberField
          label={t('sky.hour')}
          name="hour"
          value={sky.hour}
          step={0.5}
          min={0}
          max={24}
          onCommit={(hour) => change({ sky: { ...sky, hour: stepped(clamp(hour, 0, 24)) } })}
        />
      )}
      <NumberField
        label={t('sky.hue')}
        name="hue"
        value={sky.hue}
        step={5}
        min={0}
        max={360}
        onCommit={(hue) => change({ sky: { ...sky, hue: Math.round(clamp(hue, 0, 360)) } })}
      />
    </div>
  )
}
