// Why a scene could not be published: each object whose item cannot be placed, with a button that selects it.
import { ApiError, Button, describeError, useLanguage, usePartText, useText } from '@witverse/sdk'
import { kindName, useEditor } from '../context'
import { itemEditorTexts } from '../item-texts'

export const isItemRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'scene_items_unavailable'

export function PublishRefusal({ error, onSelect }: { error: ApiError; onSelect: () => void }) {
  const t = useText('blocks')
  const text = usePartText(itemEditorTexts)
  const { language } = useLanguage()
  const { store } = useEditor()
  function choose(id: string) {
    store.select([id])
    onSelect()
  }
  return (
    <div className="wv-form-error" role="alert">
      <p>{describeError(error, language)}</p>
      <ul className="bl-refusals">
        {error.fields.map(({ field, message, language: both }) => {
          const object = store.document.objects[Number(/\d+/.exec(field)?.[0] ?? -1)]
          const said = both?.[language] ?? message
          const name = object ? kindName(t, object.kind) : ''
          return (
            <li key={field}>
              {object ? said.replace(object.id, name) : said}
              {object && (
                <Button size="small" variant="quiet" onClick={() => choose(object.id)}>
                  {text('select', { name })}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
