// Up to five pictures of the block: taken from the 3D view or uploaded, in an order of one's choice.
import { Button, Icon, IconButton, imageUrl, useAction } from '@witverse/sdk'
import { ImageUpload, useUpload } from '@witverse/sdk/files'
import { useBlockActions } from '../../api/editor'
import { useEditor } from '../context'
import { usePictureTaker } from '../picture-taker'
import { ToolIcon } from '../ToolIcon'
import { useEditorText } from '../texts'

const PICTURES_MAX = 5

export function PicturesField() {
  const t = useEditorText()
  const { block } = useEditor()
  const taker = usePictureTaker()
  const { setPictures } = useBlockActions(block.blockId)
  const ids = block.thumbnails.map(({ fileId }) => fileId)
  const { pending, run } = useAction(async (next: string[]) => setPictures(next))
  const upload = useUpload('image', { onReady: ({ fileId }) => void run([...ids, fileId]) })
  const take = useAction(async () => {
    const blob = await taker?.()
    if (blob) upload.start(new File([blob], `${block.blockName}.webp`, { type: blob.type }))
  })
  const isBusy = pending || take.pending || ['sending', 'waiting', 'checking'].includes(upload.phase)
  const isFull = ids.length >= PICTURES_MAX
  function moved(at: number, to: number): string[] {
    const next = [...ids]
    next.splice(to, 0, ...next.splice(at, 1))
    return next
  }
  return (
    <section className="bl-pictures" aria-labelledby="bl-pictures">
      <h2 id="bl-pictures">{t('pictures.title', { count: ids.length, limit: PICTURES_MAX })}</h2>
      <p className="bl-muted">{t('pictures.text')}</p>
      <ol className="bl-picture-list">
        {block.thumbnails.map((picture, at) => (
          <li key={picture.fileId}>
            <img src={imageUrl(picture.url, 320)} alt={t('pictures.number', { number: at + 1 })} />
            <span>
              <IconButton
                label={t('pictures.earlier', { number: at + 1 })}
                disabled={isBusy || at === 0}
                onClick={() => void run(moved(at, at - 1))}
              >
                <Icon name="left" size={18} />
              </IconButton>
              <IconButton
                label={t('pictures.later', { number: at + 1 })}
                disabled={isBusy || at === ids.length - 1}
                onClick={() => void run(moved(at, at + 1))}
              >
                <Icon name="right" size={18} />
              </IconButton>
              <IconButton
                label={t('pictures.remove', { number: at + 1 })}
                disabled={isBusy}
                onClick={() => void run(ids.filter((_, index) => index !== at))}
              >
                <Icon name="trash" size={18} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {!isFull && (
        <>
          {taker && (
            <Button variant="secondary" pending={isBusy} onClick={() => void take.run()}>
              <ToolIcon name="camera" /> {t('pictures.take')}
            </Button>
          )}
          <ImageUpload
            value={null}
            label={t('pictures.upload')}
            disabled={isBusy}
            preview={false}
            onChange={(file) => file && void run([...ids, file.fileId])}
          />
        </>
      )}
      {upload.phase === 'failed' && (
        <p className="wv-field-note is-error" role="alert">
          {t('pictures.failed')}
        </p>
      )}
    </section>
  )
}
