// The loaded editor: toolbar, text and the number of characters.
import { useState } from 'react'
import { usePartText } from '../text/usePartText'
import type { ControlIds } from '../ui/Field'
import { textOfDocument } from './document'
import { EditorToolbar } from './EditorToolbar'
import type { RichTextEditorProps } from './editor-props'
import { LinkPanel } from './LinkPanel'
import { contentTexts } from './messages'
import { insertImage, setLink } from './post-commands'
import { toDocument } from './post-nodes'
import { usePostEditor } from './usePostEditor'

interface EditorProps extends Omit<RichTextEditorProps, 'hint' | 'error'> {
  ids: ControlIds
}

export default function Editor({
  ids,
  label,
  name,
  initial,
  onValue,
  onBlur,
  placeholder,
  limit,
  onPickImage,
  disabled = false,
}: EditorProps) {
  const [linking, setLinking] = useState(false)
  const { element, run, doc, selected } = usePostEditor(initial, disabled, onValue)
  const blank = doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.textContent === ''

  async function pickImage() {
    const image = await onPickImage?.()
    if (image) run(insertImage(image.file, image.alt))
  }

  return (
    <div className="wv-editor" data-disabled={disabled || undefined}>
      <EditorToolbar
        selected={selected}
        run={run}
        disabled={disabled}
        onLink={() => setLinking(!linking)}
        onImage={onPickImage && (() => void pickImage())}
      />
      {linking && (
        <LinkPanel
          link={selected.link}
          onSave={(address) => {
            run(setLink(address))
            setLinking(false)
          }}
          onClose={() => setLinking(false)}
        />
      )}
      <div className="wv-editor-area">
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot hold formatted text */}
        <div
          {...ids}
          ref={element}
          className="wv-rich wv-editor-text"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-disabled={disabled || undefined}
          tabIndex={0}
          data-name={name}
          onBlur={onBlur}
        />
        {blank && placeholder && (
          <p className="wv-editor-placeholder" aria-hidden="true">
            {placeholder}
          </p>
        )}
      </div>
      {limit !== undefined && <Count count={textOfDocument(toDocument(doc)).length} limit={limit} />}
    </div>
  )
}

function Count({ count, limit }: { count: number; limit: number }) {
  const t = usePartText(contentTexts)
  const over = count > limit
  const shown = { count: count.toLocaleString('en-US'), limit: limit.toLocaleString('en-US') }
  return (
    <p className={over ? 'wv-editor-count is-over' : 'wv-editor-count'} role={over ? 'alert' : undefined}>
      {over && <>{t('editor.tooLong', shown)} </>}
      {t('editor.count', shown)}
    </p>
  )
}
