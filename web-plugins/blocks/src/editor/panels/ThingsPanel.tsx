// The properties of what is selected, and the list of everything in the scene.
import { Button, EmptyInline } from '@witverse/sdk'
import { showsItem } from '../../room/kinds'
import * as commands from '../commands'
import { useEditor, useEditorState, useNames } from '../context'
import { HEIGHT_M, isDoor, isObject, SCALE, type Thing } from '../document'
import { useEditorText } from '../texts'
import { ColourField, NumberField } from './fields'
import { ItemField } from './ItemField'

const PALETTE = [
  ...['#c4473f', '#d8904c', '#e0b34a', '#5d9a63', '#2f6f86', '#5a48b8', '#e79fc0'],
  ...['#8a5a3c', '#c9b9a4', '#8e8aa0', '#2f2b3f', '#f4e7cf'],
]

export function ThingsPanel() {
  const t = useEditorText()
  const { store } = useEditor()
  const { shown, selection, isMany } = useEditorState()
  const nameOf = useNames()
  const all: Thing[] = [...shown.objects, ...shown.links, ...shown.spawnPoints]
  return (
    <div className="bl-things">
      <Properties />
      <header className="bl-things-head">
        <h2>{t('things.title', { count: all.length })}</h2>
        <Button size="small" variant="quiet" onClick={() => store.selectAll()}>
          {t('things.all')}
        </Button>
      </header>
      <ul className="bl-thing-list" aria-label={t('things.list')}>
        {all.map((thing) => (
          <li key={thing.id}>
            <button
              type="button"
              className="bl-thing"
              aria-pressed={selection.includes(thing.id)}
              onClick={(event) =>
                isMany || event.shiftKey || event.metaKey || event.ctrlKey
                  ? store.toggle(thing.id)
                  : store.select([thing.id])
              }
            >
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <circle cx="5" cy="5" r="4" fill={'colour' in thing ? thing.colour : '#b99bff'} />
              </svg>
              <span>{nameOf(thing)}</span>
              <small>
                {thing.position.x}, {thing.position.z}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Properties() {
  const t = useEditorText()
  const { store } = useEditor()
  const { selection } = useEditorState()
  const nameOf = useNames()
  const chosen = store.selected()
  const [thing] = chosen
  if (!thing) return <EmptyInline text={t('things.none')} />
  const run = store.run.bind(store)
  const isOne = chosen.length === 1
  const { x, y, z } = thing.position
  const put = (change: Partial<Thing['position']>) =>
    run(commands.placeAt(store.document, thing.id, { ...thing.position, ...change }))
  const coloured = chosen.find(isObject)
  const { size } = store.document
  return (
    <section className="bl-properties" aria-label={t('properties')}>
      <h2>{isOne ? nameOf(thing) : t('feedback.selectedMany', { count: chosen.length })}</h2>
      {isOne && isObject(thing) && showsItem(thing.kind) && <ItemField key={thing.id} object={thing} />}
      {isOne && (
        <div className="bl-number-row">
          <NumberField
            label={t('x')}
            name="x"
            value={x}
            step={0.5}
            min={0}
            max={size}
            onCommit={(to) => put({ x: to })}
          />
          <NumberField
            label={t('z')}
            name="z"
            value={z}
            step={0.5}
            min={0}
            max={size}
            onCommit={(to) => put({ z: to })}
          />
          <NumberField
            label={t('y')}
            name="y"
            value={y}
            step={0.1}
            min={0}
            max={HEIGHT_M}
            onCommit={(to) => put({ y: to })}
          />
        </div>
      )}
      <div className="bl-number-row">
        {isOne && 'yaw' in thing && (
          <NumberField
            label={t('yaw')}
            name="yaw"
            value={thing.yaw}
            step={15}
            onCommit={(to) => run(commands.turnTo(store.document, thing.id, to))}
          />
        )}
        {coloured && (
          <NumberField
            label={t('scale')}
            name="scale"
            value={coloured.scale}
            step={0.1}
            min={SCALE.least}
            max={SCALE.most}
            onCommit={(to) => run(commands.scaleTo(store.document, selection, to))}
          />
        )}
      </div>
      {coloured && !coloured.model && (
        <ColourField
          label={t('colour')}
          name="colour"
          value={coloured.colour}
          palette={PALETTE}
          onCommit={(to) => run(commands.recolour(store.document, selection, to))}
        />
      )}
      {isOne && isDoor(thing) && <p className="bl-muted">{t('doors.hint')}</p>}
      <div className="wv-actions">
        <Button size="small" variant="secondary" onClick={() => store.duplicate()}>
          {t('duplicate')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => store.remove()}>
          {t('remove')}
        </Button>
      </div>
    </section>
  )
}
