// The things that one can place, by family. A tap puts one at the middle of the view.
import { EmptyInline, Icon, SearchInput, useText } from '@witverse/sdk'
import { useState } from 'react'
import { type Family, KINDS, type KindName, kindOf, showsItem } from '../../room/kinds'
import { kindName, useEditor } from '../context'
import { ItemDialog } from '../dialogs/ItemDialog'
import { canPlace } from '../document'
import { useEditorText } from '../texts'
import { KindPicture } from './KindPicture'
import { ModelsSection } from './ModelsSection'

const KIND_NAMES = (Object.keys(KINDS) as KindName[]).filter(canPlace)
const FAMILIES = [...new Set(KIND_NAMES.map((kind) => kindOf(kind).family))] as Family[]

export function CataloguePanel() {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const { store } = useEditor()
  const [search, setSearch] = useState('')
  /** The kind for which an item is being chosen. */
  const [chosen, setChosen] = useState<KindName | null>(null)
  const wanted = search.trim().toLowerCase()
  const found = KIND_NAMES.map((kind) => ({ kind, name: kindName(t, kind) })).filter(
    ({ kind, name }) => name.toLowerCase().includes(wanted) || kind.includes(wanted),
  )
  return (
    <div className="bl-catalogue">
      <SearchInput
        label={tEditor('catalogue.search')}
        name="kind"
        value={search}
        onValue={setSearch}
        placeholder={tEditor('catalogue.search')}
      />
      {wanted === '' && <ModelsSection />}
      {found.length === 0 && <EmptyInline text={tEditor('catalogue.none')} />}
      {FAMILIES.map((family) => {
        const kinds = found.filter(({ kind }) => kindOf(kind).family === family)
        if (kinds.length === 0) return null
        return (
          <section key={family} aria-labelledby={`bl-family-${family}`}>
            <h2 id={`bl-family-${family}`}>{tEditor(`family.${family}`)}</h2>
            <ul className="bl-kinds">
              {kinds.map(({ kind, name }) => (
                <li key={kind}>
                  <button
                    type="button"
                    className="bl-kind"
                    onClick={() => (showsItem(kind) ? setChosen(kind) : store.place(kind))}
                  >
                    <KindPicture kind={kind} />
                    <span>{name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {chosen && (
        <ItemDialog
          onClose={() => setChosen(null)}
          onChoose={(itemId) => {
            store.placeItem(chosen, itemId)
            setChosen(null)
          }}
          onEmpty={() => {
            store.placeItem(chosen, null)
            setChosen(null)
          }}
        />
      )}
      <section aria-labelledby="bl-family-start">
        <h2 id="bl-family-start">{tEditor('family.start')}</h2>
        <button type="button" className="bl-row-button" onClick={() => store.addSpawn()}>
          <Icon name="person" /> {tEditor('catalogue.addSpawn')}
        </button>
      </section>
    </div>
  )
}
